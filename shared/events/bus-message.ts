import * as v from 'valibot';
import { eventSchema, type ServiceEvent } from './outbox.ts';

/** EventBridge's envelope of an event. Its other fields repeat those of the event itself. */
const busMessageSchema = v.pipe(v.string(), v.parseJson(), v.object({ detail: eventSchema }));

/**
 * The event in a queue message that a rule of the bus put there.
 *
 * @throws ValiError when the body holds none: such a message belongs to the dead letters.
 */
export const eventOfMessage = (body: string): ServiceEvent => v.parse(busMessageSchema, body).detail;
