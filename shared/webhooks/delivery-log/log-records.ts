import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#shared/db/expressions';
import { isOutage } from '#shared/db/outage';
import { readImage } from '#shared/db/stream-image';
import { mustSetAside } from '#shared/events/patience';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { subjectOf } from '#shared/platform/subject-ids';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import { type LogEffects, logDeliveries } from './log-deliveries.ts';
import { canBeLogged } from './log-row.ts';

/** The effects of logging records of the table's stream. */
export interface LogRecordsEffects extends LogEffects {
  readonly log: Logger;
  readonly metrics: Metrics;
}

const deliveryOf = ({ dynamodb }: DynamoDBRecord, effects: LogRecordsEffects): Delivery | undefined => {
  try {
    const delivery = fromDeliveryItem(readImage(dynamodb?.NewImage) as Item);
    // Such as an event of a later version, after a rollback.
    if (!canBeLogged(delivery)) throw new TypeError(`The log has no letter for ${delivery.event}`);
    return delivery;
  } catch (error) {
    reportMissing({ messageId: dynamodb?.SequenceNumber ?? 'none', ...errorFields(error) }, 1, effects);
    return undefined;
  }
};

/** Reports a change that no retry would log. It keeps nothing else waiting. */
const reportMissing = (
  fields: Readonly<Record<string, unknown>>,
  count: number,
  { log, metrics }: LogRecordsEffects,
): void => {
  log.error('DELIVERY_NOT_LOGGED', fields);
  metrics('DeliveriesNotLogged', count);
};

/** A change of a delivery, and when it was written. */
interface Change {
  readonly delivery: Delivery;
  readonly writtenAtMs: number | undefined;
}

/** Whether one change is done: logged, or reported as missing because it fails repeatedly. */
const logOne = async (
  registrationId: string,
  { delivery, writtenAtMs }: Change,
  effects: LogRecordsEffects,
): Promise<boolean> => {
  try {
    await logDeliveries(registrationId, [delivery], effects);
    return true;
  } catch (error) {
    const fields = { ...subjectOf(delivery), ...errorFields(error) };
    if (mustSetAside(error, writtenAtMs, effects.clock())) {
      reportMissing(fields, 1, effects);
      return true;
    }
    effects.log.error('MESSAGE_FAILED', fields);
    return false;
  }
};

/** Logs the changes of one registration together, or one by one after a failure that is not an outage. */
const logAll = async (
  registrationId: string,
  changes: readonly Change[],
  effects: LogRecordsEffects,
): Promise<ReadonlySet<Delivery>> => {
  const deliveries = changes.map(({ delivery }) => delivery);
  try {
    await logDeliveries(registrationId, deliveries, effects);
    return new Set(deliveries);
  } catch (error) {
    if (isOutage(error)) {
      effects.log.error('MESSAGE_FAILED', { registrationId, ...errorFields(error) });
      return new Set();
    }
    const done = new Set<Delivery>();
    for (const change of changes) if (await logOne(registrationId, change, effects)) done.add(change.delivery);
    return done;
  }
};

/**
 * Logs the changes of deliveries in records of the table's stream, separately for each registration.
 *
 * @returns for each record, in order, whether it is done. The others must be retried.
 */
export const logRecords = async (
  records: readonly DynamoDBRecord[],
  effects: LogRecordsEffects,
): Promise<readonly boolean[]> => {
  const deliveries = records.map((record) => deliveryOf(record, effects));
  const writtenAtMs = new Map(
    records.map(({ dynamodb }, index) => {
      const seconds = dynamodb?.ApproximateCreationDateTime;
      return [deliveries[index], seconds === undefined ? undefined : seconds * 1000] as const;
    }),
  );
  const known = deliveries.flatMap((delivery) => delivery ?? []);
  const done = await Promise.all(
    [...Map.groupBy(known, ({ registrationId }) => registrationId)].map(([registrationId, changed]) =>
      logAll(
        registrationId,
        changed.map((delivery) => ({ delivery, writtenAtMs: writtenAtMs.get(delivery) })),
        effects,
      ),
    ),
  );
  return deliveries.map((delivery) => delivery === undefined || done.some((some) => some.has(delivery)));
};
