import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { withoutReference } from '#shared/events/erase-events';
import type { ServiceEvent } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import { deliveryKeys, LONG_RESPONSES } from './keys.ts';
import type { RecordedAttempt } from './records/attempt.ts';
import { withoutExcerpt } from './records/attempt-outcome.ts';
import { type Delivery, deliveryIdOf, fromDeliveryItem } from './records/delivery.ts';
import { erasingWrite } from './records/delivery-writes.ts';

/** Long responses that are read at once, of 8 KB each. */
const PAGE = 50;

/** The body of a delivery without the account's reference to the applicant. Every later attempt sends this body. */
const erasedBody = (body: string): string => {
  const { data, ...envelope } = JSON.parse(body) as { readonly data: ServiceEvent['data'] };
  return JSON.stringify({ ...envelope, data: withoutReference(data) });
};

/** An attempt without the receiver's response, which may repeat data of the applicant. */
const withoutResponse = (attempt: RecordedAttempt): RecordedAttempt =>
  attempt.responseExcerpt === undefined ? attempt : { ...attempt, responseExcerpt: '' };

/** @returns false when the delivery has changed at this moment. */
const eraseDelivery = async (table: Table, delivery: Delivery, nowMs: number): Promise<boolean> => {
  const { body, attempts, erasedAt, unrecordedAttempt } = delivery;
  // A worker that read the delivery before may have recorded a response since.
  if (erasedAt !== undefined && !attempts.some(({ responseExcerpt = '' }) => responseExcerpt !== '')) return true;
  const { written } = await table.write(
    erasingWrite(delivery, {
      body: erasedBody(body),
      erasedAt: erasedAt ?? isoTime(nowMs),
      attempts: attempts.map(withoutResponse),
      unrecordedAttempt: unrecordedAttempt && {
        ...unrecordedAttempt,
        outcome: withoutExcerpt(unrecordedAttempt.outcome),
      },
    }),
  );
  return written;
};

/** Erases the long responses of receivers. */
const eraseResponses = async (table: Table, deliveryId: string): Promise<void> => {
  const { pk: partition } = deliveryKeys.delivery(deliveryId);
  let after: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      partition,
      startsWith: `${LONG_RESPONSES}#`,
      limit: PAGE,
      ...(after && { after }),
    });
    const answered = page.items.filter(({ responseExcerpt = '' }) => responseExcerpt !== '');
    for (const { pk, sk } of answered) {
      await table.write(update({ pk, sk }, { set: { responseExcerpt: '' }, when: { deliveryId: 'exists' } }));
    }
    after = page.next;
  } while (after);
};

/**
 * Erases what the deliveries of an event hold of its applicant: its reference in the body, and the receivers'
 * responses. Later attempts store no response either.
 *
 * @param registrationIds all that the account has or has had.
 * @returns whether that was all. A delivery that is being sent at this moment is erased by a later call.
 */
export const eraseDeliveries = async (
  table: Table,
  event: Pick<ServiceEvent, 'eventId' | 'occurredAt'>,
  registrationIds: readonly string[],
  nowMs: number,
): Promise<boolean> => {
  const keys = registrationIds.map((id) => deliveryKeys.delivery(deliveryIdOf(event, id)));
  const items = await table.getMany(keys);
  let isAll = true;
  for (const item of items) {
    if (!item) continue;
    const delivery = fromDeliveryItem(item);
    if (!(await eraseDelivery(table, delivery, nowMs))) isAll = false;
    await eraseResponses(table, delivery.deliveryId);
  }
  return isAll;
};
