import * as v from 'valibot';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { wholeNumber } from '#shared/platform/whole-number';
import { retentionKeys, retentionLists } from './keys.ts';

const retentionSchema = v.object({
  accountId: v.string(),
  /** The days after the end of an applicant. */
  days: wholeNumber,
  /** Its place in the index when it was read. The write that moves it is conditional on it. */
  gsi4sk: v.string(),
});

/** After how many days the ended applicants of an account are erased. */
export type Retention = v.InferOutput<typeof retentionSchema>;

/** Parses a stored retention. */
export const fromRetentionItem = (item: Item): Retention => v.parse(retentionSchema, item);

/** The retention of an account. @property days undefined if its applicants stay until they are erased. */
export interface OwnRetention {
  readonly days: number | undefined;
}

/** An account's retention as a record, for transactions that read it first. */
export const retentionRecord = (accountId: string): StoredRecord<OwnRetention> => ({
  key: retentionKeys.retention(accountId),
  from: fromRetentionItem,
});

/** Reads an account's retention. */
export const readRetention = async (table: Pick<ItemReader, 'get'>, accountId: string): Promise<OwnRetention> => {
  const { key, from } = retentionRecord(accountId);
  const item = await table.get(key);
  return item ? from(item) : { days: undefined };
};

const placeAt = (accountId: string, atMs: number) => ({
  gsi4pk: retentionLists.due,
  gsi4sk: `${isoTime(atMs)}~${accountId}`,
});

/** The write that sets or ends an account's retention; it refuses when it has changed since it was read. */
export const changeRetention = (
  accountId: string,
  before: OwnRetention,
  days: number | undefined,
  nowMs: number,
): WriteOperation => {
  const { key } = retentionRecord(accountId);
  const when = { days: before.days === undefined ? 'missing' : { equals: before.days } } as const;
  return days === undefined ? remove(key, when) : put({ ...key, accountId, days, ...placeAt(accountId, nowMs) }, when);
};

/** The write that has a retention applied again later. It refuses when it was changed, or another sweep has moved it. */
export const postponeRetention = ({ accountId, gsi4sk }: Retention, atMs: number): WriteOperation =>
  update(retentionKeys.retention(accountId), { set: placeAt(accountId, atMs), when: { gsi4sk: { equals: gsi4sk } } });
