import type { AsDeclared } from '#shared/http/endpoint';
import type { Effect } from '#shared/platform/effect';
import { type Consumed, type ConsumerKit, consumed, consumerKit, type GivenEffects } from './consumed.ts';
import type { Consumer, Trigger } from './consumer.ts';

/** A consumer that a schedule triggers. */
type ScheduleConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'schedule' }> };

/** What a consumer does when its schedule triggers it. */
export interface ScheduledWork<C extends Consumer, Fx extends readonly Effect[]> {
  /** One effect for each capability in the consumer's `touches.uses`. `run` receives them by those names. */
  readonly effects?: Fx;
  /** One run, usually a `sweep`. A failed run is not repeated; the next one does its work. */
  readonly run: (effects: GivenEffects<C, Fx>) => Promise<void>;
}

/** Turns the declaration of a consumer that a schedule triggers and its work into a Lambda handler. */
export const runOnSchedule = <C extends ScheduleConsumer, const Fx extends readonly Effect[] = readonly []>(
  consumer: C,
  { effects, run }: ScheduledWork<C, Fx> & AsDeclared<C, Fx>,
): Consumed<void, void, Fx, ConsumerKit> =>
  consumed<C, void, void, Fx, ConsumerKit>(consumer, effects, consumerKit, (_event, given) => run(given));
