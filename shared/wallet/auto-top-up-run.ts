import * as v from 'valibot';
import { type Changes, check, type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { DAY_MS } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import type { PaymentProvider } from '#shared/sources/payments';
import { CHARGE_LEASE_SECONDS } from './charge-lease.ts';
import { walletKeys } from './keys.ts';
import { beginTopUp } from './top-up.ts';
import type { Wallet } from './wallet.ts';

/**
 * The phase of a wallet's automatic top-ups. `charging`: one is in progress, and no other may begin. `waiting`: the
 * latest payment was reported as failed, and is looked up once more after a pause. `idle`: the latest one has ended.
 */
const RUN_PHASES = ['idle', 'charging', 'waiting'] as const;

const runSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  phase: v.picklist(RUN_PHASES),
  /** The top-up of the latest attempt (`top_`), and its reference at the provider. */
  reference: v.string(),
  startedAtMs: v.number(),
  /** How often the outcome of the latest attempt was looked up. */
  checkCount: wholeNumber,
  /** Until when a worker has exclusive use of the attempt. */
  leaseUntilMs: v.number(),
  /** When a failed payment is looked up again, and the next attempt may be made. */
  retryAtMs: v.number(),
  /** The 24 hours in which attempts are counted, and the number begun in them. */
  day: v.optional(v.object({ startedAtMs: v.number(), count: wholeNumber }), { startedAtMs: 0, count: 0 }),
});

/** The latest automatic top-up of a wallet. */
export type TopUpRun = v.InferOutput<typeof runSchema>;

const keyOf = ({ accountId, environment }: AccountEnvironment) => walletKeys.autoTopUp(accountId, environment);

/** Reads the latest automatic top-up of a wallet; undefined when there was none. */
export const findRun = async (table: ItemReader, owner: AccountEnvironment): Promise<TopUpRun | undefined> => {
  const item: Item | undefined = await table.get(keyOf(owner));
  return item && v.parse(runSchema, item);
};

/**
 * Maximum attempts within 24 hours of the first. A wallet that stays low is topped up repeatedly: runaway spending, or
 * an amount far below the threshold, must not charge a card without end.
 */
const MAX_ATTEMPTS_PER_DAY = 24;

/** When the next attempt may begin: now, or when the 24 hours with the maximum number of attempts are over. */
export const nextAttemptAtMs = (previous: TopUpRun | undefined, nowMs: number): number => {
  const { startedAtMs, count } = previous?.day ?? { startedAtMs: 0, count: 0 };
  return count < MAX_ATTEMPTS_PER_DAY ? nowMs : Math.max(nowMs, startedAtMs + DAY_MS);
};

const dayOf = (previous: TopUpRun | undefined, nowMs: number): TopUpRun['day'] =>
  previous && nowMs < previous.day.startedAtMs + DAY_MS
    ? { ...previous.day, count: previous.day.count + 1 }
    : { startedAtMs: nowMs, count: 1 };

const leaseUntil = (nowMs: number): number => nowMs + CHARGE_LEASE_SECONDS * 1000;

/** An attempt that is about to be made, and the writes that begin it. */
export interface BegunRun {
  readonly run: TopUpRun;
  /** `run` refuses when another attempt was begun, `wallet` when its settings have changed. */
  readonly operations: Readonly<Record<'run' | 'topUp' | 'wallet', WriteOperation>>;
}

/**
 * Begins an attempt. Its reference is stored before the provider is called, so that a worker that continues after a
 * crash requests the same payment and never another.
 *
 * @param previous the stored run.
 */
export const beginRun = (
  wallet: Wallet,
  previous: TopUpRun | undefined,
  reference: string,
  provider: PaymentProvider,
  nowMs: number,
): BegunRun => {
  const { accountId, environment, settingsCount, autoTopUp } = wallet;
  const run: TopUpRun = {
    accountId,
    environment,
    phase: 'charging',
    reference,
    startedAtMs: nowMs,
    checkCount: 0,
    leaseUntilMs: leaseUntil(nowMs),
    retryAtMs: 0,
    day: dayOf(previous, nowMs),
  };
  const unchanged = previous && {
    phase: { equals: previous.phase },
    reference: { equals: previous.reference },
  };
  const topUp = {
    reference,
    accountId,
    environment,
    amountKobo: autoTopUp.amountKobo,
    provider,
    authorizationUrl: null,
    createdAt: isoTime(nowMs),
  };
  return {
    run,
    operations: {
      run: put({ ...keyOf(wallet), ...run }, unchanged ?? { pk: 'missing' }),
      topUp: beginTopUp(topUp),
      wallet: check(walletKeys.wallet(accountId, environment), { settingsCount: { equals: settingsCount } }),
    },
  };
};

/** The condition of a write about an attempt: it is the latest one, and has not ended. */
const inProgress = ({ reference }: TopUpRun) => ({
  phase: { equals: 'charging' },
  reference: { equals: reference },
});

/** The write by which a worker takes over an attempt. It refuses while another worker has it, and once it has ended. */
export const takeOver = (run: TopUpRun, nowMs: number): WriteOperation =>
  update(keyOf(run), {
    set: { leaseUntilMs: leaseUntil(nowMs), checkCount: run.checkCount + 1 },
    when: { ...inProgress(run), leaseUntilMs: { atMost: nowMs } },
  });

/** The write by which a worker leaves an attempt whose outcome is not known yet. */
export const leaveOpen = (run: TopUpRun): WriteOperation =>
  update(keyOf(run), { set: { leaseUntilMs: 0 }, when: inProgress(run) });

/** The write that ends an attempt; it refuses when that has ended. @param retryAtMs for a failed attempt. */
export const endRun = (run: TopUpRun, retryAtMs: number | undefined): WriteOperation => {
  const ended = retryAtMs === undefined ? ({ phase: 'idle' } as const) : ({ phase: 'waiting', retryAtMs } as const);
  const changes: Changes = { set: { ...ended, leaseUntilMs: 0 }, when: inProgress(run) };
  return update(keyOf(run), changes);
};

/** The write that allows the next attempt, once the payment of a failed one was looked up again. */
export const endWaiting = (run: TopUpRun): WriteOperation =>
  update(keyOf(run), {
    set: { phase: 'idle' },
    when: { phase: { equals: 'waiting' }, reference: { equals: run.reference } },
  });
