import * as v from 'valibot';
import { type Item, type Matcher, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { Scope } from '#shared/platform/scope';
import { widgetKeys } from './keys.ts';

const totalsSchema = v.object({
  widgetCount: v.optional(v.number(), 0),
  applicantCount: v.optional(v.number(), 0),
  /** When its newest applicant was created: the next one is later. */
  newestApplicantAtMs: v.optional(v.number(), 0),
});

/** How long an account's lists are, as the writes that add to them keep count. */
export type ListTotals = v.InferOutput<typeof totalsSchema>;

/** Parses stored totals; of an account that has nothing yet there are none. */
const fromTotalsItem = (item: Item | undefined): ListTotals => v.parse(totalsSchema, item ?? {});

/** Where the totals of an account stand, for transactions that start from them. */
export const totalsRecord = (accountId: string): StoredRecord<ListTotals> => ({
  key: widgetKeys.accountTotals(accountId),
  from: fromTotalsItem,
});

/** Reads how long an account's lists are. */
export const readTotals = async (table: ItemReader, { accountId }: Pick<Scope, 'accountId'>): Promise<ListTotals> =>
  fromTotalsItem(await table.get(widgetKeys.accountTotals(accountId)));

/** The write that gives an applicant its number among its account's; refused when another one has got it since. */
export const numberApplicant = (accountId: string, number: number, createdAt: string): WriteOperation => {
  const before: Matcher = { equals: number - 1 };
  return update(widgetKeys.accountTotals(accountId), {
    add: { applicantCount: 1 },
    set: { newestApplicantAtMs: Date.parse(createdAt) },
    when: { applicantCount: number === 1 ? { missingOr: before } : before },
  });
};
