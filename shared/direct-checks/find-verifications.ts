import { findOwnAddressVerification } from '#shared/addresses/address-repository';
import { fromAddressItem } from '#shared/addresses/address-verification';
import type { Item } from '#shared/db/expressions';
import { timesUpTo } from '#shared/db/key-parts';
import { sliceOf } from '#shared/db/lists/bounded-list';
import { type ListPage, readWhole } from '#shared/db/lists/read-ranges';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { fromCheckItem } from './check-record.ts';
import { findCheck } from './find-check.ts';
import { directCheckLists } from './keys.ts';
import { type RecordedVerification, summaryOf, type VerificationSummary } from './verification-view.ts';

/** Which verifications a list shows. @property from, to in UTC, as `isoTime` writes them, both included. */
export interface VerificationFilter extends Partial<Readonly<Record<keyof VerificationSummary, string | undefined>>> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Verifications between two times that a list counts. */
export const MOST_BETWEEN = 10_000;

/** Of both kinds, a visit alone has a `reference` of its own. */
const fromItem = (item: Item): RecordedVerification =>
  item['reference'] === undefined
    ? { kind: 'check', check: fromCheckItem(item) }
    : { kind: 'visit', visit: fromAddressItem(item) };

/**
 * A verification of an account in an environment; undefined when it has none of this reference. Strongly consistent, one
 * trip.
 *
 * @param reference from outside: any text.
 */
export const findVerification = async (
  table: ItemReader,
  owner: AccountEnvironment,
  reference: string,
): Promise<RecordedVerification | undefined> => {
  if (isId('addr', reference)) {
    const visit = await findOwnAddressVerification(table, owner, reference);
    return visit && { kind: 'visit', visit };
  }
  const check = await findCheck(table, owner, reference);
  return check && { kind: 'check', check };
};

/**
 * A page of the verifications of an account in an environment, newest first, and how many match in all. Costs what the
 * verifications between `from` and `to` cost to read.
 *
 * @throws ApiError RANGE_TOO_LONG when more than 10,000 lie between them.
 */
export const readVerificationPage = async (
  table: Pick<TableReader, 'query'>,
  { accountId, environment }: AccountEnvironment,
  { from = '0', to, type, status, companyId }: VerificationFilter,
  page: ListPage,
): Promise<{ readonly verifications: readonly RecordedVerification[]; readonly total: number }> => {
  const partition = directCheckLists.verificationsOfAccount(accountId, environment);
  const between = [from, to === undefined ? '9' : timesUpTo(to)[1]] as const;
  const all = await readWhole(table, [{ index: 'gsi3', partition, between }], fromItem, MOST_BETWEEN);
  if (!all) throw new ApiError('RANGE_TOO_LONG');
  const found = all.filter((one) => {
    const summary = summaryOf(one);
    return (
      (type === undefined || summary.type === type) &&
      (status === undefined || summary.status === status) &&
      (companyId === undefined || summary.companyId === companyId)
    );
  });
  return { verifications: sliceOf(found, page), total: found.length };
};
