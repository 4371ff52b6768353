import { consumeStream } from '#shared/consumers/consume-stream';
import { logRecords } from '#shared/webhooks/delivery-log/log-records';
import { logDeliveriesConsumer } from './log-deliveries.consumer.ts';

/** Keeps the lists of deliveries. */
export const handler = consumeStream(logDeliveriesConsumer, { handle: logRecords });
