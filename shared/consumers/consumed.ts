import { serviceTable } from '#shared/db/client';
import type { Table, TableReader } from '#shared/db/operations';
import { type Clock, systemClock } from '#shared/platform/clock';
import { type Effect, type EffectValues, effectValues } from '#shared/platform/effect';
import { type Logger, makeLogger } from '#shared/platform/logger';
import { type Metrics, makeMetrics } from '#shared/platform/metrics';
import type { Consumer } from './consumer.ts';

/** The effects that every consumer gets, besides the table and those of its capabilities. */
interface StandardEffects {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The kit of every consumer: the table and the standard effects. */
export interface ConsumerKit extends StandardEffects {
  readonly table: () => Table;
}

/** The kit of a deployed function. */
export const consumerKit: ConsumerKit = {
  table: serviceTable,
  clock: systemClock,
  random: Math.random,
  log: makeLogger(),
  metrics: makeMetrics(),
};

/**
 * What a consumer's work receives: the standard effects, and the table, which is read-only if the consumer declares no
 * `writes`.
 */
export type ConsumerEffects<C extends Consumer> = StandardEffects & {
  readonly table: C['touches']['writes'] extends readonly [unknown, ...unknown[]] ? Table : TableReader;
};

/** The effects of a consumer's capabilities, by name, and {@link ConsumerEffects}. */
export type GivenEffects<C extends Consumer, Fx extends readonly Effect[]> = ConsumerEffects<C> & EffectValues<Fx>;

/** The Lambda handler of a consumer. */
export interface Consumed<Event, Result, Fx extends readonly Effect[], Kit extends ConsumerKit> {
  (event: Event): Promise<Result>;
  /** What it was declared as. */
  readonly consumer: Consumer;
  /** The same consumer with some effects, by the names of their capabilities, and parts of its kit replaced. */
  readonly with: (effects: Partial<EffectValues<Fx>>, kit?: Partial<Kit>) => Consumed<Event, Result, Fx, Kit>;
}

/**
 * Builds a consumer's handler over its effects. Consumers of queues, of the stream and of schedules all get theirs
 * here.
 */
export const consumed = <
  C extends Consumer,
  Event,
  Result,
  const Fx extends readonly Effect[],
  Kit extends ConsumerKit,
>(
  consumer: C,
  effects: Fx | undefined,
  kit: Kit,
  run: (event: Event, effects: GivenEffects<C, Fx>, kit: Kit) => Promise<Result>,
): Consumed<Event, Result, Fx, Kit> => {
  const over = (given: EffectValues<Fx>, used: Kit): Consumed<Event, Result, Fx, Kit> => {
    const handler = async (event: Event): Promise<Result> => {
      const { clock, random, log, metrics } = used;
      // A consumer that only reads gets the same table under a narrower type.
      const all = { table: used.table(), clock, random, log, metrics, ...given } as GivenEffects<C, Fx>;
      return run(event, all, used);
    };
    return Object.assign(handler, {
      consumer,
      with: (replaced: Partial<EffectValues<Fx>>, parts: Partial<Kit> = {}) =>
        over({ ...given, ...replaced }, { ...used, ...parts }),
    });
  };
  return over(effectValues(effects ?? ([] as unknown as Fx)), kit);
};
