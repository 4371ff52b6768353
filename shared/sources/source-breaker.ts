import type { Clock } from '#shared/platform/clock';
import { unavailable } from './lookup-results.ts';
import type { SourcePort, SourceResult } from './ports.ts';

/**
 * When a failing source is left alone (docs/decisions/0033). An unusable response counts as a response: it concerns one
 * record, and causes no delay.
 */
const SOURCE_BREAKER = {
  /** Number of consecutive lookups without a response, each after all its attempts. */
  failures: 3,
  /** Age at which a failure no longer counts; longer than three hanging lookups in sequence. */
  windowSeconds: 300,
  /**
   * A lookup that its caller aborts after this long counts as a failure of the source; an earlier abort does not count.
   */
  hungSeconds: 10,
  /** How long the source is left alone, by the number of consecutive openings; the last value repeats. */
  coolDownSeconds: [5, 15, 30, 60],
} as const;

type State =
  | { readonly status: 'closed'; readonly failedAtMs: readonly number[] }
  /** Until the cool-down ends no lookup is made; after that, one lookup at a time probes the source. */
  | { readonly status: 'open'; readonly openings: number; readonly coolUntilMs: number; readonly isProbed: boolean };

const CLOSED: State = { status: 'closed', failedAtMs: [] };

const opened = (openings: number, nowMs: number): State => {
  const { coolDownSeconds } = SOURCE_BREAKER;
  const seconds = coolDownSeconds[Math.min(openings, coolDownSeconds.length) - 1] ?? coolDownSeconds[0];
  return { status: 'open', openings, coolUntilMs: nowMs + seconds * 1000, isProbed: false };
};

const afterFailure = (state: State, isProbe: boolean, nowMs: number): State => {
  if (state.status === 'open') return isProbe ? opened(state.openings + 1, nowMs) : state;
  const { failures, windowSeconds } = SOURCE_BREAKER;
  const failedAtMs = [...state.failedAtMs.filter((atMs) => nowMs - atMs < windowSeconds * 1000), nowMs];
  return failedAtMs.length >= failures ? opened(1, nowMs) : { status: 'closed', failedAtMs };
};

/** What a result says about its source: it responds, it does not respond, or nothing. */
const shown = (result: SourceResult<unknown>, tookMs: number): 'response' | 'failure' | 'nothing' => {
  if (result.status !== 'unavailable') return 'response';
  switch (result.cause) {
    case 'unusable_answer':
      return 'response';
    case 'cancelled':
      return tookMs >= SOURCE_BREAKER.hungSeconds * 1000 ? 'failure' : 'nothing';
    default:
      return 'failure';
  }
};

/** Makes a lookup, or returns `unavailable` at once while the source is left alone. */
export type SourceBreaker = <Facts>(lookup: () => Promise<SourceResult<Facts>>) => Promise<SourceResult<Facts>>;

/** A breaker for one source, shared by the lookups of a container. */
export const makeSourceBreaker = (clock: Clock): SourceBreaker => {
  let state = CLOSED as State;
  return async (lookup) => {
    const startedAtMs = clock();
    const isProbe = state.status === 'open';
    if (state.status === 'open') {
      if (state.isProbed || startedAtMs < state.coolUntilMs) return unavailable('circuit_open');
      state = { ...state, isProbed: true };
    }
    const release = () => {
      if (isProbe && state.status === 'open') state = { ...state, isProbed: false };
    };
    const result = await lookup().catch((error: unknown) => {
      release();
      throw error;
    });
    const nowMs = clock();
    const evidence = shown(result, nowMs - startedAtMs);
    if (evidence === 'response') state = CLOSED;
    else if (evidence === 'failure') state = afterFailure(state, isProbe, nowMs);
    else release();
    return result;
  };
};

/** The breakers of a container, by source and address: a source at a new address starts over. */
export type SourceBreakers = (source: string, baseUrl: string) => SourceBreaker;

/** The breakers of a container. */
export const makeSourceBreakers = (clock: Clock): SourceBreakers => {
  const breakers = new Map<string, SourceBreaker>();
  return (source, baseUrl) => {
    const key = `${source} ${baseUrl}`;
    const breaker = breakers.get(key) ?? makeSourceBreaker(clock);
    breakers.set(key, breaker);
    return breaker;
  };
};

/** A port whose lookups go through a breaker. */
export const behindBreaker =
  <Query, Facts>(breaker: SourceBreaker, port: SourcePort<Query, Facts>): SourcePort<Query, Facts> =>
  (query, signal) =>
    breaker(() => port(query, signal));
