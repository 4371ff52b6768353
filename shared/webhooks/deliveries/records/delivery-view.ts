import { isoTime } from '#shared/platform/clock';
import type { RecordedAttempt } from './attempt.ts';
import type { Delivery } from './delivery.ts';

/** The fields of a delivery that a list shows. */
export type ListedDelivery = Pick<
  Delivery,
  | 'deliveryId'
  | 'registrationId'
  | 'environment'
  | 'eventId'
  | 'event'
  | 'status'
  | 'attemptCount'
  | 'createdAt'
  | 'endedAt'
  | 'endReason'
>;

/** A delivery as lists show it. */
export const deliveryView = ({
  deliveryId,
  registrationId,
  environment,
  eventId,
  event,
  status,
  attemptCount,
  createdAt,
  endedAt,
  endReason,
}: ListedDelivery) => ({
  id: deliveryId,
  webhookId: registrationId,
  environment,
  eventId,
  event,
  status,
  attemptCount,
  createdAt,
  endedAt: endedAt ?? null,
  endReason: endReason ?? null,
});

const attemptView = ({
  number,
  startedAt,
  durationMs,
  trigger,
  statusCode,
  responseExcerpt,
  errorClass,
}: RecordedAttempt) => ({
  number,
  trigger,
  startedAt,
  durationMs,
  statusCode: statusCode ?? null,
  responseExcerpt: responseExcerpt ?? null,
  errorClass: errorClass ?? null,
});

/** A delivery with what was sent, and its attempts. */
export const deliveryDetail = (delivery: Delivery, attempts: readonly RecordedAttempt[]) => ({
  ...deliveryView(delivery),
  nextAttemptAt: delivery.status === 'retrying' && delivery.dueAtMs !== undefined ? isoTime(delivery.dueAtMs) : null,
  body: delivery.body,
  attempts: attempts.map(attemptView),
});
