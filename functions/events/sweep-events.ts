import { sweepEvents } from '#shared/events/event-sweep';
import { publishEffects } from '#shared/events/publish-effects';

/** Publishes events that the table's stream did not publish in time. Triggered by a schedule, each minute. */
export const handler = (): Promise<void> => sweepEvents(publishEffects());
