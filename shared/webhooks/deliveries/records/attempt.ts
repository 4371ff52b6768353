import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { ATTEMPT_ERROR_CLASSES, type AttemptOutcome, withoutExcerpt } from './attempt-outcome.ts';
import { DELIVERY_TRIGGERS, type Delivery } from './delivery.ts';

/** One attempt that was made. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly startedAtMs: number;
  readonly outcome: AttemptOutcome;
}

/** The outcome as it is stored. For a delivery about an erased applicant, the receiver's response body is dropped. */
export const keptOutcome = ({ erasedAt }: Pick<Delivery, 'erasedAt'>, outcome: AttemptOutcome): AttemptOutcome =>
  erasedAt === undefined ? outcome : withoutExcerpt(outcome);

/** The write that records an attempt. It refuses when its number is taken. */
export const attemptWrite = (delivery: Delivery, { outcome: made, number, startedAtMs }: Attempt): WriteOperation => {
  const { deliveryId, trigger, expiresAtSeconds } = delivery;
  const outcome = keptOutcome(delivery, made);
  return put({
    ...deliveryKeys.attempt(deliveryId, number),
    deliveryId,
    number,
    startedAt: isoTime(startedAtMs),
    durationMs: outcome.durationMs,
    trigger,
    ...(outcome.kind === 'response'
      ? { statusCode: outcome.statusCode, responseExcerpt: outcome.excerpt }
      : { errorClass: outcome.errorClass }),
    expiresAtSeconds,
  });
};

const recordSchema = v.object({
  number: v.number(),
  startedAt: v.string(),
  durationMs: v.number(),
  trigger: v.picklist(DELIVERY_TRIGGERS),
  statusCode: v.optional(v.number()),
  responseExcerpt: v.optional(v.string()),
  errorClass: v.optional(v.picklist(ATTEMPT_ERROR_CLASSES)),
});

/** An attempt as it was recorded: with a status code, or with an error class. */
export type RecordedAttempt = v.InferOutput<typeof recordSchema>;

/** The attempt that an item holds. */
export const fromAttemptItem = (item: Item): RecordedAttempt => v.parse(recordSchema, item);
