import { findOwnAddressVerification } from '#shared/addresses/address-repository';
import { fromAddressItem } from '#shared/addresses/address-verification';
import type { Item } from '#shared/db/expressions';
import { type Times, timesBetween } from '#shared/db/key-parts';
import type { ListPage, Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { readFilteredPage } from '#shared/http/filtered-page';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { fromCheckItem } from './check-record.ts';
import { findCheck } from './find-check.ts';
import { directCheckLists } from './keys.ts';
import { type RecordedVerification, summaryOf, type VerificationSummary } from './verification-view.ts';

/** The filter of a list of verifications. */
export type VerificationFilter = Times & Partial<Readonly<Record<keyof VerificationSummary, string | undefined>>>;

/** Of the two kinds, only a visit has a `reference`. */
const fromItem = (item: Item): RecordedVerification =>
  item['reference'] === undefined
    ? { kind: 'check', check: fromCheckItem(item) }
    : { kind: 'visit', visit: fromAddressItem(item) };

/**
 * Finds a verification of an account in an environment, strongly consistent, in one trip; undefined when there is none
 * with this reference.
 *
 * @param reference any text.
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
 * Reads a page of the verifications of an account in an environment, newest first, and the number of all matches. The
 * cost is that of reading all verifications between `from` and `to`.
 *
 * @throws ApiError RANGE_TOO_LONG as {@link readFilteredPage}.
 */
export const readVerificationPage = (
  table: Pick<TableReader, 'query'>,
  { accountId, environment }: AccountEnvironment,
  { from, to, type, status, companyId }: VerificationFilter,
  page: ListPage,
): Promise<Page<RecordedVerification>> => {
  const partition = directCheckLists.verificationsOfAccount(accountId, environment);
  const isWanted = (one: RecordedVerification): boolean => {
    const summary = summaryOf(one);
    return (
      (type === undefined || summary.type === type) &&
      (status === undefined || summary.status === status) &&
      (companyId === undefined || summary.companyId === companyId)
    );
  };
  const range = { index: 'gsi3', partition, between: timesBetween({ from, to }) } as const;
  return readFilteredPage(table, range, fromItem, isWanted, page);
};
