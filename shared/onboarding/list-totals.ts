import * as v from 'valibot';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';

const totalsSchema = v.object({ widgetCount: v.optional(v.number(), 0), applicantCount: v.optional(v.number(), 0) });

/** How long an account's lists are, as the writes that add to them keep count. */
export type ListTotals = v.InferOutput<typeof totalsSchema>;

/** Reads how long an account's lists are. */
export const readTotals = async (table: TableReader, accountId: string): Promise<ListTotals> =>
  v.parse(totalsSchema, (await table.get(keys.accountTotals(accountId))) ?? {});
