import { type Company, newCompany } from '#shared/companies/company';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import { unownedCompanyWrites } from '#shared/companies/company-repository';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { shardOf } from '#shared/db/shard';
import { watchBeginning } from '#shared/monitoring/watches/begin-watch';
import { RENEWAL_SHARDS, watchLists } from '#shared/monitoring/watches/keys';
import { readMonitored } from '#shared/monitoring/watches/monitored-vendor';
import { renewWatches } from '#shared/monitoring/watches/renew-watches';
import { newWatch, toWatchItem, type Watch } from '#shared/monitoring/watches/watch';
import { readWatchPayment } from '#shared/monitoring/watches/watch-payment';
import { makeLogger } from '#shared/platform/logger';
import type { AccountEnvironment } from '#shared/platform/scope';
import { newCompanyNumber } from './companies.ts';

/** Writes an active watch, paid for a month, into the table, without its debit, its count and its vendor's state. */
export const createWatchFor = async (
  place: AccountEnvironment,
  company: Pick<Company, 'id' | 'companyName' | 'rcNumber'>,
  { label, createdAtMs = Date.now() }: { readonly label?: string; readonly createdAtMs?: number } = {},
): Promise<Watch> => {
  const watch = newWatch(place, company, label, createdAtMs);
  const result = await serviceTable().write(put(toWatchItem(watch)));
  if (!result.written) throw new Error('The watch was refused');
  return watch;
};

/** Writes a company that nobody owns into the table, in `live` or in the sandbox of an account. */
export const createUnownedCompany = async (
  place: AccountEnvironment,
  { rcNumber = newCompanyNumber(), businessName = 'Kano Mills' } = {},
  table: Pick<Table, 'transact'> = serviceTable(),
): Promise<Company> => {
  const number = requiredCompanyNumber(rcNumber);
  const { registrationNumber } = number;
  const company = newCompany(place, number, { registrationNumber, businessName, businessStatus: 'active' }, Date.now());
  const result = await table.transact(unownedCompanyWrites(company));
  if (!result.written) throw new Error('The company was refused');
  return company;
};

/** Begins a watch as the endpoint does, by default of a new business. The wallet pays. */
export const beginWatchFor = async (
  place: AccountEnvironment,
  nowMs: number = Date.now(),
  given?: Company,
  table: Pick<Table, 'get' | 'getMany' | 'transact'> = serviceTable(),
): Promise<Watch> => {
  const company = given ?? (await createUnownedCompany(place, {}, table));
  const [payment, monitored] = await Promise.all([readWatchPayment(table, place), readMonitored(table, company.id)]);
  const requested = { place, company, isNewCompany: false, label: undefined };
  const { watch, operations } = watchBeginning({ ...payment, monitored }, requested, nowMs);
  const result = await table.transact(operations);
  if (!result.written) throw new Error('The watch was refused');
  return watch;
};

/**
 * Charges only the due months of some accounts, because the watches of other tests are due in the shared table as well.
 */
export const renewOnly = (
  accountIds: readonly string[],
  nowMs: number,
  through: Table = serviceTable(),
): Promise<void> => {
  const partitions = accountIds.map((accountId) => watchLists.renewals(shardOf(accountId, RENEWAL_SHARDS)));
  const own: Table = {
    ...through,
    query: async (range) => {
      if (!partitions.includes(range.partition)) return { items: [] };
      const page = await through.query(range);
      return {
        ...page,
        items: page.items.filter(({ pk }) => accountIds.includes(pk.split('#')[1] ?? '')),
      };
    },
  };
  return renewWatches({ table: own, clock: () => nowMs, log: makeLogger({}, () => {}), metrics: () => {} });
};
