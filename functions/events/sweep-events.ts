import { publishEffects } from '#shared/events/publish-effects';
import { sweepEvents } from '#shared/events/sweep-events';

/** Publishes events that the table's stream did not publish in time. Triggered by a schedule, each minute. */
export const handler = (): Promise<void> => sweepEvents(publishEffects());
