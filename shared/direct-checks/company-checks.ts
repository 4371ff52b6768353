import * as v from 'valibot';
import { readNewest } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import { directCheckLists } from './keys.ts';

const companyCheckSchema = v.object({
  moduleId: v.string(),
  status: v.picklist(['passed', 'failed']),
  reasonCodes: v.array(v.string()),
  completedAt: v.string(),
});

/** The outcome of a company's check: only the verdict, without the checked number or document. */
export type CompanyCheck = v.InferOutput<typeof companyCheckSchema>;

/** Index attributes that list a check under its company. */
export const listedCheck = (
  { accountId, environment }: AccountEnvironment,
  companyId: string,
  completedAt: string,
  reference: string,
) => ({
  gsi1pk: directCheckLists.checksOfCompany(accountId, environment, companyId),
  gsi1sk: `${completedAt}~${reference}`,
});

/** The newest checks that an account has had made of a company, newest first. */
export const newestChecksOfCompany = async (
  table: Pick<TableReader, 'query'>,
  { accountId, environment }: AccountEnvironment,
  companyId: string,
  count: number,
): Promise<readonly CompanyCheck[]> => {
  const partition = directCheckLists.checksOfCompany(accountId, environment, companyId);
  const items = await readNewest(table, [{ index: 'gsi1', partition }], count);
  return items.map((item) => v.parse(companyCheckSchema, item));
};
