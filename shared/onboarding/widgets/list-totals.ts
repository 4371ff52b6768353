import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { ItemReader } from '#shared/db/operations';
import type { Scope } from '#shared/platform/scope';

const totalsSchema = v.object({
  widgetCount: v.optional(v.number(), 0),
  applicantCount: v.optional(v.number(), 0),
  /** When its newest applicant was created: the next one is later. */
  newestApplicantAtMs: v.optional(v.number(), 0),
});

/** How long an account's lists are, as the writes that add to them keep count. */
export type ListTotals = v.InferOutput<typeof totalsSchema>;

/** Parses stored totals; of an account that has nothing yet there are none. */
export const fromTotalsItem = (item: Item | undefined): ListTotals => v.parse(totalsSchema, item ?? {});

/** Reads how long an account's lists are. */
export const readTotals = async (table: ItemReader, { accountId }: Pick<Scope, 'accountId'>): Promise<ListTotals> =>
  fromTotalsItem(await table.get(keys.accountTotals(accountId)));
