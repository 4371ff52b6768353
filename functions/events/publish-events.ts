import { consumeStream } from '#shared/consumers/consume-stream';
import { publishRecords } from '#shared/events/publish-records';
import { bus } from '#shared/events/stage-bus';
import { publishEventsConsumer } from './publish-events.consumer.ts';

/** Publishes what was written to the outbox on the event bus. */
export const handler = consumeStream(publishEventsConsumer, {
  effects: [bus],
  handle: (records, { bus, ...effects }) => publishRecords(records, { ...effects, ...bus() }),
});
