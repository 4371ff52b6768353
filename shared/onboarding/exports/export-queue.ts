import * as v from 'valibot';
import { eventOfMessage } from '#shared/events/bus-message';

const requestedSchema = v.object({ exportId: v.string() });

/** Which export is to be written. */
export interface RequestedExport {
  readonly accountId: string;
  readonly exportId: string;
}

/** The export in a message of the queue of exports: a rule of the bus puts the event there. @throws ValiError. */
export const exportOfMessage = (body: string): RequestedExport => {
  const { accountId, data } = eventOfMessage(body);
  return { accountId, ...v.parse(requestedSchema, data) };
};
