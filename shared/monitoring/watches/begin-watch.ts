import type { Company } from '#shared/companies/company';
import { unownedCompanyWrites } from '#shared/companies/company-repository';
import { put } from '#shared/db/expressions';
import { entryWrite } from '#shared/db/lists/bounded-list';
import type { AccountEnvironment } from '#shared/platform/scope';
import { pay } from '#shared/wallet/payment';
import { watchesOfAccount } from './keys.ts';
import { watchedWrites } from './monitored-vendor.ts';
import { newWatch, toWatchItem } from './watch.ts';
import type { MonthSnapshot } from './watch-payment.ts';

/** A watch that an account begins. */
export interface RequestedWatch {
  readonly place: AccountEnvironment;
  readonly company: Company;
  /** Whether the company's record is created with the watch, without an owner. */
  readonly isNewCompany: boolean;
  readonly label: string | undefined;
}

/**
 * Begins a watch, all or none: the debit of its first month, the watch, its count, and the vendor's monitoring and the
 * company's record if they do not exist. `watch` refuses when the account watches the vendor already, `count` at the
 * limit of watches, and `number` when a company with its number exists by now. The wallet and the vendor refuse when
 * they have changed ({@link newerMonthSnapshot}).
 *
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`.
 */
export const watchBeginning = (
  snapshot: MonthSnapshot,
  { place, company, isNewCompany, label }: RequestedWatch,
  nowMs: number,
) => {
  const watch = newWatch(place, company, label, nowMs);
  const vendor = watchedWrites(company, snapshot.monitored, nowMs);
  const { operations } = pay(snapshot, company.id, nowMs);
  return {
    watch,
    state: vendor.state,
    operations: {
      ...operations,
      ...vendor.operations,
      watch: put(toWatchItem(watch)),
      count: entryWrite(watchesOfAccount(place.accountId), place.environment),
      ...(isNewCompany && unownedCompanyWrites(company)),
    },
  };
};
