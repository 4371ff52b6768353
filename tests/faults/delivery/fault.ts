import type { Table } from '#shared/db/operations';

/** What happens to one call of an effect, and to the process that makes it. */
export const FAULTS = {
  // Dying before a call is the same as dying after the previous one.
  'the process dies after it': { done: true, dies: true },
  'its answer is lost': { done: true, dies: false },
  'it fails': { done: false, dies: false },
} as const;

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** An effect as the service uses it. */
type Effect<Arguments extends unknown[], Result> = (...given: Arguments) => Promise<Result>;

/** Effects whose n-th call fails. */
export interface Injector {
  /** The same effect, with its calls counted. */
  readonly wrap: <Arguments extends unknown[], Result>(
    name: string,
    effect: Effect<Arguments, Result>,
  ) => Effect<Arguments, Result>;
  /** Starts counting, from 1; until then nothing fails. */
  readonly arm: () => void;
  /** The names of the calls that counted, in order. */
  readonly calls: readonly string[];
  /** Restarts the process, and returns whether it had died. */
  readonly revive: () => boolean;
}

/**
 * Calls that change nothing. If one of these was done and its response lost, this equals the failure of the next call.
 */
const READS: readonly string[] = ['get', 'getMany', 'query', 'queryAll'];

/**
 * Wraps effects so that one call fails. A dead process makes no further call until it is revived.
 *
 * @param nth the call that fails, from 1; 0 for none.
 */
export const injector = (nth: number, fault: FaultName): Injector => {
  const { done, dies } = FAULTS[fault];
  const calls: string[] = [];
  let armed = false;
  let dead = false;
  const isTheOne = (name: string): boolean => armed && !(done && READS.includes(name)) && calls.push(name) === nth;
  return {
    wrap:
      (name, effect) =>
      async (...given) => {
        if (dead) throw new Error('The process is dead');
        if (!isTheOne(name)) return effect(...given);
        if (done) await effect(...given);
        dead = dies;
        throw new Error(`Injected at ${name}: ${fault}`);
      },
    arm: () => {
      armed = true;
    },
    calls,
    revive: () => {
      const died = dead;
      dead = false;
      return died;
    },
  };
};

/**
 * Effects, of which those with these names fail for as long as a fault lasts.
 *
 * @param lasts whether the fault lasts at this moment.
 */
export const lasting = (names: readonly string[], lasts: () => boolean): Injector => ({
  wrap:
    (name, effect) =>
    async (...given) => {
      if (names.includes(name) && lasts()) throw new Error(`${name} is out of reach`);
      return effect(...given);
    },
  arm: () => {},
  calls: [],
  revive: () => false,
});

/** A table whose calls all go through the injector. */
export const faultyTable = (table: Table, { wrap }: Injector): Table => ({
  get: wrap('get', table.get),
  getMany: wrap('getMany', table.getMany),
  query: wrap('query', table.query),
  queryAll: wrap('queryAll', table.queryAll),
  write: wrap('write', table.write),
  transact: wrap('transact', table.transact),
});
