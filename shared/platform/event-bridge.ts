import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { awsClientSettings } from './aws.ts';
import { once } from './env.ts';

const client = once(() => new EventBridgeClient(awsClientSettings));

/** Maximum number of entries in one call. Source: Amazon EventBridge, "PutEvents". */
export const MAX_ENTRIES = 10;

/** One event for a bus. */
export interface BusEntry {
  readonly EventBusName: string;
  readonly Source: string;
  readonly DetailType: string;
  /** JSON. */
  readonly Detail: string;
  readonly Time: Date;
}

/**
 * Maximum total size in bytes of the entries of one call, and so of one entry. Source: Amazon EventBridge, "Calculating
 * PutEvents event entry size": less than 256 KB.
 */
export const MAX_ENTRY_BYTES = 256 * 1024 - 1;

/** The bytes that EventBridge counts for the time of an entry. */
const TIME_BYTES = 14;

/** The size of an entry as EventBridge counts it. */
export const entryBytes = ({ Source, DetailType, Detail }: BusEntry): number =>
  TIME_BYTES + [Source, DetailType, Detail].reduce((total, text) => total + Buffer.byteLength(text), 0);

/** The result of an entry: `refused` may be accepted the next time, `invalid` never will be. */
export type EntryResult = 'taken' | 'refused' | 'invalid';

/** The error codes of entries that can never be accepted as they are. Source: EventBridge, "PutEvents", error codes. */
const INVALID_CODES: ReadonlySet<string | undefined> = new Set([
  'InvalidArgument',
  'MalformedDetail',
  'RedactionFailure',
]);

/**
 * Whether a call failed as a whole because of its content, so that it would fail again. EventBridge does not report
 * which entry is the cause.
 */
export const isInvalidCall = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return error.name === 'ValidationException' || $metadata?.httpStatusCode === 413;
};

/**
 * Puts up to {@link MAX_ENTRIES} events on their bus. The call succeeds even when the bus refuses some of them, so the
 * result holds the outcome of each entry, in order.
 *
 * @throws whatever the SDK throws when the whole call fails.
 */
export type PutEntries = (entries: readonly BusEntry[]) => Promise<readonly EntryResult[]>;

/** {@link PutEntries} over one client for the life of the container. */
export const putEntries: PutEntries = async (entries) => {
  const { Entries: results = [] } = await client().send(new PutEventsCommand({ Entries: [...entries] }));
  return entries.map((_, index) => {
    const result = results[index];
    if (result?.EventId !== undefined) return 'taken';
    return INVALID_CODES.has(result?.ErrorCode) ? 'invalid' : 'refused';
  });
};
