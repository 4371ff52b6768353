import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { sweepEvents } from '#shared/events/event-sweep';
import { bus } from '#shared/events/stage-bus';
import { sweepEventsConsumer } from './sweep-events.consumer.ts';

/** Publishes events that the table's stream did not publish in time. */
export const handler = runOnSchedule(sweepEventsConsumer, {
  effects: [bus],
  run: ({ bus, ...effects }) => sweepEvents({ ...effects, ...bus() }),
});
