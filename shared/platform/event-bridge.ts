import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { awsClientSettings } from './aws.ts';
import { once } from './env.ts';

const client = once(() => new EventBridgeClient(awsClientSettings));

/** The most entries of one call. Source: Amazon EventBridge, "PutEvents". */
export const MAX_ENTRIES = 10;

/** One event for a bus. */
export type BusEntry = Required<
  Pick<PutEventsRequestEntry, 'EventBusName' | 'Source' | 'DetailType' | 'Detail' | 'Time'>
>;

/**
 * Puts up to {@link MAX_ENTRIES} events on their bus. The call succeeds even when the bus refuses some of them, so the
 * answer says of each entry, in order, whether it was taken.
 *
 * @throws whatever the SDK throws when the whole call fails.
 */
export type PutEntries = (entries: readonly BusEntry[]) => Promise<readonly boolean[]>;

/** {@link PutEntries} over one client for the life of the container. */
export const putEntries: PutEntries = async (entries) => {
  const { Entries: results = [] } = await client().send(new PutEventsCommand({ Entries: [...entries] }));
  return entries.map((_, index) => results[index]?.EventId !== undefined);
};
