import * as v from 'valibot';
import { eventOfMessage } from '#shared/events/bus-message';

const requestedSchema = v.object({ exportId: v.string() });

/** The export that a message requests. */
export interface RequestedExport {
  readonly accountId: string;
  readonly exportId: string;
}

/**
 * Parses a message of the queue of exports, which contains the event that a rule of the bus put there. @throws
 * ValiError.
 */
export const exportOfMessage = (body: string): RequestedExport => {
  const { accountId, data } = eventOfMessage(body);
  return { accountId, ...v.parse(requestedSchema, data) };
};
