import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#shared/db/expressions';
import { readImage } from '#shared/db/stream-image';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/deliveries/delivery';
import { type LogEffects, LogRefused, logDeliveries } from './log-deliveries.ts';

/** The effects of logging what the table's stream brings. */
export interface LogRecordsEffects extends LogEffects {
  readonly log: Logger;
  readonly metrics: Metrics;
}

const deliveryOf = ({ dynamodb }: DynamoDBRecord, effects: LogRecordsEffects): Delivery | undefined => {
  try {
    return fromDeliveryItem(readImage(dynamodb?.NewImage) as Item);
  } catch (error) {
    reportMissing({ messageId: dynamodb?.SequenceNumber ?? 'none', ...errorFields(error) }, 1, effects);
    return undefined;
  }
};

/** What no further try would change: it is reported, and keeps nothing else waiting. */
const reportMissing = (
  fields: Readonly<Record<string, unknown>>,
  count: number,
  { log, metrics }: LogRecordsEffects,
): void => {
  log.error('DELIVERY_NOT_LOGGED', fields);
  metrics('DeliveriesNotLogged', count);
};

/** Whether the changes of one registration are done. */
const logOne = async (
  registrationId: string,
  deliveries: readonly Delivery[],
  effects: LogRecordsEffects,
): Promise<boolean> => {
  try {
    await logDeliveries(registrationId, deliveries, effects);
    return true;
  } catch (error) {
    if (error instanceof LogRefused) {
      reportMissing({ registrationId, ...errorFields(error) }, deliveries.length, effects);
      return true;
    }
    effects.log.error('MESSAGE_FAILED', { registrationId, ...errorFields(error) });
    return false;
  }
};

/**
 * Logs the changes of deliveries in records of the table's stream, each registration's by itself.
 *
 * @returns for each record, in order, whether it is done; the others have to be retried.
 */
export const logRecords = async (
  records: readonly DynamoDBRecord[],
  effects: LogRecordsEffects,
): Promise<readonly boolean[]> => {
  const deliveries = records.map((record) => deliveryOf(record, effects));
  const known = deliveries.flatMap((delivery) => delivery ?? []);
  const done = new Map(
    await Promise.all(
      [...Map.groupBy(known, ({ registrationId }) => registrationId)].map(
        async ([registrationId, changed]) => [registrationId, await logOne(registrationId, changed, effects)] as const,
      ),
    ),
  );
  return deliveries.map((delivery) => delivery === undefined || done.get(delivery.registrationId) === true);
};
