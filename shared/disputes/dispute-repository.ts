import { readCountedPage } from '#shared/db/lists/counted-pages';
import { type ListPage, mapPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Dispute, disputeRecord, fromDisputeItem } from './dispute.ts';
import { caseList, disputesOf, disputesOfVendor } from './dispute-lists.ts';
import { DISPUTE_STATUSES, type DisputeStatus } from './dispute-states.ts';

/**
 * Finds a dispute that the account filed in the environment, strongly consistent; undefined when there is none with
 * this id.
 */
export const findOwnDispute = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  disputeId: string,
): Promise<Dispute | undefined> => {
  if (!isId('dsp', disputeId)) return undefined;
  const item = await table.get(disputeRecord(disputeId).key);
  // The owner is compared before the item is parsed, so that the duration of a refusal reveals nothing about another
  // account's dispute.
  return item?.['accountId'] === accountId && item['environment'] === environment ? fromDisputeItem(item) : undefined;
};

/** Finds a live dispute of any account, strongly consistent: for administrators. */
export const findLiveDispute = async (table: ItemReader, disputeId: string): Promise<Dispute | undefined> => {
  if (!isId('dsp', disputeId)) return undefined;
  const item = await table.get(disputeRecord(disputeId).key);
  return item?.['environment'] === 'live' ? fromDisputeItem(item) : undefined;
};

/** The filter of a list of disputes. */
export interface DisputeFilter {
  readonly status?: DisputeStatus | undefined;
  readonly vendorId?: string | undefined;
}

const cellsOf = ({ status }: DisputeFilter): readonly DisputeStatus[] =>
  status === undefined ? DISPUTE_STATUSES : [status];

/** Reads a page of the disputes of an account in an environment. */
export const readDisputePage = async (
  table: TableReader,
  owner: AccountEnvironment,
  filter: DisputeFilter,
  page: ListPage,
): Promise<Page<Dispute>> => {
  const { vendorId } = filter;
  if (vendorId !== undefined && !isId('cmp', vendorId)) return NO_ENTRIES;
  const list = vendorId === undefined ? disputesOf(owner) : disputesOfVendor(owner, vendorId);
  return mapPage(await readCountedPage(table, list, cellsOf(filter), page), fromDisputeItem);
};

/** Reads a page of all live disputes. */
export const readCasePage = async (
  table: TableReader,
  filter: Pick<DisputeFilter, 'status'>,
  page: ListPage,
): Promise<Page<Dispute>> => mapPage(await readCountedPage(table, caseList, cellsOf(filter), page), fromDisputeItem);
