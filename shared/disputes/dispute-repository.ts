import { readCountedPage } from '#shared/db/lists/counted-pages';
import { type ListPage, mapPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Dispute, disputeRecord, fromDisputeItem } from './dispute.ts';
import { caseList, disputesOf, disputesOfVendor } from './dispute-lists.ts';
import { DISPUTE_STATUSES, type DisputeStatus } from './dispute-states.ts';

/** A dispute that the account filed in the environment, strongly consistent; undefined when there is none of this id. */
export const findOwnDispute = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  disputeId: string,
): Promise<Dispute | undefined> => {
  if (!isId('dsp', disputeId)) return undefined;
  const item = await table.get(disputeRecord(disputeId).key);
  // Compared before it is parsed: the duration of a refusal reveals nothing of another account's dispute.
  return item?.['accountId'] === accountId && item['environment'] === environment ? fromDisputeItem(item) : undefined;
};

/** A live dispute, whoever filed it, strongly consistent: for administrators. */
export const findLiveDispute = async (table: ItemReader, disputeId: string): Promise<Dispute | undefined> => {
  if (!isId('dsp', disputeId)) return undefined;
  const item = await table.get(disputeRecord(disputeId).key);
  return item?.['environment'] === 'live' ? fromDisputeItem(item) : undefined;
};

/** What a list of disputes may be filtered by. */
export interface DisputeFilter {
  readonly status?: DisputeStatus | undefined;
  readonly vendorId?: string | undefined;
}

const cellsOf = ({ status }: DisputeFilter): readonly DisputeStatus[] =>
  status === undefined ? DISPUTE_STATUSES : [status];

/** A page of the disputes of an account in an environment. */
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

/**
 * A page of all live disputes. One that got another status since the index was read is left out of a list that is
 * filtered by status.
 */
export const readCasePage = async (
  table: TableReader,
  filter: Pick<DisputeFilter, 'status'>,
  page: ListPage,
): Promise<Page<Dispute>> => {
  const cells = cellsOf(filter);
  const { entries, total } = await readCountedPage(table, caseList, cells, page);
  const stored = await table.getMany(entries.map(({ disputeId }) => disputeRecord(String(disputeId)).key));
  const disputes = stored.flatMap((item) => (item ? fromDisputeItem(item) : []));
  return { entries: disputes.filter(({ status }) => cells.includes(status)), total };
};
