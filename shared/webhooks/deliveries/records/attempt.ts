import * as v from 'valibot';
import { put, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { ATTEMPT_ERROR_CLASSES, type AttemptOutcome, withoutExcerpt } from './attempt-outcome.ts';

/** Why an attempt was made: by the schedule of an event, or at its owner's request. */
export const DELIVERY_TRIGGERS = ['scheduled', 'resend', 'recovery', 'test'] as const;

/** Why an attempt was made. */
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

/** How many attempts of a delivery are kept, the latest ones. With 8 KB of a response each, they fit into one read. */
export const MAX_KEPT_ATTEMPTS = 50;

/** How many of them stay when a delivery is sent again: so many that its five new attempts always fit. */
export const KEPT_FOR_MORE = MAX_KEPT_ATTEMPTS - 5;

/**
 * The longest response, in bytes, that is stored in its delivery. A longer one is an item of its own, so that it is not
 * written again with every change of the delivery and of its index entries.
 */
const MAX_INLINE_BYTES = 200;

/** One attempt that was made. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly startedAtMs: number;
  readonly outcome: AttemptOutcome;
}

/** The schema of an attempt in the item of its delivery. */
export const recordedAttemptSchema = v.object({
  number: v.number(),
  startedAt: v.string(),
  durationMs: v.number(),
  trigger: v.picklist(DELIVERY_TRIGGERS),
  statusCode: v.optional(v.number()),
  /** Missing without a response, and when the response is an item of its own. */
  responseExcerpt: v.optional(v.string()),
  errorClass: v.optional(v.picklist(ATTEMPT_ERROR_CLASSES)),
});

/** An attempt as it was recorded: with a status code, or with an error class. */
export type RecordedAttempt = v.InferOutput<typeof recordedAttemptSchema>;

/** The outcome as it is stored. For a delivery about an erased applicant, the receiver's response body is dropped. */
export const keptOutcome = ({ erasedAt }: { readonly erasedAt?: string }, outcome: AttemptOutcome): AttemptOutcome =>
  erasedAt === undefined ? outcome : withoutExcerpt(outcome);

/** The parts of a delivery that the record of an attempt depends on. */
interface AttemptedDelivery {
  readonly deliveryId: string;
  readonly trigger: DeliveryTrigger;
  readonly erasedAt?: string;
  readonly expiresAtSeconds: number;
}

/** An attempt to record. */
export interface AttemptToRecord {
  /** The attempt in the item of its delivery. */
  readonly recorded: RecordedAttempt;
  /**
   * The write of a long response, to be made before the attempt is recorded. It is found by the attempt, and means
   * nothing without it. Undefined for a short one.
   */
  readonly response: WriteOperation | undefined;
}

/** An attempt as it is recorded. */
export const attemptToRecord = (
  delivery: AttemptedDelivery,
  { outcome: made, number, startedAtMs }: Attempt,
): AttemptToRecord => {
  const { deliveryId, trigger, expiresAtSeconds } = delivery;
  const outcome = keptOutcome(delivery, made);
  const base = { number, startedAt: isoTime(startedAtMs), durationMs: outcome.durationMs, trigger };
  if (outcome.kind === 'error') return { recorded: { ...base, errorClass: outcome.errorClass }, response: undefined };
  const { statusCode, excerpt } = outcome;
  if (Buffer.byteLength(excerpt) <= MAX_INLINE_BYTES) {
    return { recorded: { ...base, statusCode, responseExcerpt: excerpt }, response: undefined };
  }
  const key = deliveryKeys.response(deliveryId, number, base.startedAt);
  return {
    recorded: { ...base, statusCode },
    response: put({ ...key, deliveryId, responseExcerpt: excerpt, expiresAtSeconds }),
  };
};
