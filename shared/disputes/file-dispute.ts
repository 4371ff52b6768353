import { put, type WriteOperation } from '#shared/db/expressions';
import { newerAmong } from '#shared/db/latest';
import { type ListHead, nextPlace } from '#shared/db/lists/counted-list';
import { jointAddition, jointCountWrites, jointHeadRecord, readJointHead } from '#shared/db/lists/joint-counts';
import type { Refusals } from '#shared/db/named-operations';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { findEvent } from '#shared/monitoring/vendors/event-repository';
import { notVoidedCheck } from '#shared/monitoring/vendors/void-event';
import { followedVendor } from '#shared/monitoring/watches/followed-vendor';
import { isoTime } from '#shared/platform/clock';
import { isId, newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Dispute, type DisputeDocument, toDisputeItem } from './dispute.ts';
import type { FiledDispute } from './dispute-bodies.ts';
import { disputeEvent } from './dispute-events.ts';
import { caseList, disputesOf, disputesOfVendor } from './dispute-lists.ts';
import { disputeKeys } from './keys.ts';

/** The heads of the lists that a new dispute is added to. */
export interface DisputeHeads {
  readonly ofAccount: ListHead;
  /** The list of all live disputes; undefined in the sandbox, whose disputes administrators do not see. */
  readonly ofCases: ListHead | undefined;
}

/**
 * Reads whether a dispute may be filed, and the heads of the lists that it would be added to, in one trip.
 *
 * @throws ApiError VENDOR_NOT_FOUND for an account that neither watches nor owns the vendor; EVENT_NOT_FOUND when the
 * vendor has no reported event with this id; EVENT_VOIDED; DISPUTE_EXISTS.
 */
export const readFiling = async (
  table: ItemReader,
  owner: AccountEnvironment,
  { vendorId, eventId }: Pick<FiledDispute, 'vendorId' | 'eventId'>,
): Promise<DisputeHeads> => {
  const { accountId, environment } = owner;
  const [, event, ofAccount, ofCases, open] = await Promise.all([
    followedVendor(table, owner, vendorId),
    findEvent(table, vendorId, eventId),
    readJointHead(table, disputesOf(owner)),
    environment === 'live' ? readJointHead(table, caseList) : undefined,
    isId('evt', eventId) ? table.get(disputeKeys.openDispute(accountId, environment, eventId)) : undefined,
  ]);
  if (!event) throw new ApiError('EVENT_NOT_FOUND');
  if (event.voidedAt !== undefined) throw new ApiError('EVENT_VOIDED');
  if (open) throw new ApiError('DISPUTE_EXISTS');
  return { ofAccount, ofCases };
};

/** A dispute to file, and the writes that file it, all or none. */
export interface NewDispute {
  readonly dispute: Dispute;
  readonly operations: Readonly<
    Record<'event' | 'open' | 'dispute' | 'list' | 'notice', WriteOperation> &
      Partial<Record<'listFirst' | 'vendorCount' | 'cases' | 'casesFirst', WriteOperation | undefined>>
  >;
}

/** The writes that count a live dispute in the administrators' list. */
const caseWrites = (dispute: Dispute, atMs: number) => {
  if (dispute.caseNumber === null) return {};
  const { newest, first } = jointAddition(caseList, dispute.status, { number: dispute.caseNumber, atMs });
  return { cases: newest, casesFirst: first };
};

/**
 * Files a dispute. Its numbers in its lists must be rebuilt when one of them has grown since its head was read ({@link
 * newerHeads}). `open` refuses when the account has an open dispute about the event, `event` when the event is voided.
 */
export const fileDispute = (
  owner: AccountEnvironment,
  { vendorId, eventId, description }: FiledDispute,
  documents: readonly DisputeDocument[],
  { ofAccount, ofCases }: DisputeHeads,
  nowMs: number,
): NewDispute => {
  const { accountId, environment } = owner;
  const place = nextPlace(ofAccount, nowMs);
  const casePlace = ofCases && nextPlace(ofCases, place.atMs);
  // One time for both lists, after the newest entry of each.
  const atMs = casePlace?.atMs ?? place.atMs;
  const createdAt = isoTime(atMs);
  const dispute: Dispute = {
    disputeId: newId('dsp', atMs),
    accountId,
    environment,
    vendorId,
    eventId,
    description,
    number: place.number,
    caseNumber: casePlace?.number ?? null,
    documents: [...documents],
    documentCount: documents.length,
    status: 'pending',
    reviewNote: null,
    reviewedBy: null,
    reviewedAt: null,
    eventVoidedAt: null,
    restoredHundredths: null,
    createdAt,
    updatedAt: createdAt,
  };
  const list = jointAddition(disputesOf(owner), 'pending', { number: place.number, atMs });
  const counted = { cell: 'pending', number: place.number, by: 1 } as const;
  const [vendorCount] = jointCountWrites(disputesOfVendor(owner, vendorId), [counted]);
  return {
    dispute,
    operations: {
      event: notVoidedCheck(vendorId, eventId),
      open: put({
        ...disputeKeys.openDispute(accountId, environment, eventId),
        disputeId: dispute.disputeId,
      }),
      dispute: put(toDisputeItem(dispute)),
      list: list.newest,
      listFirst: list.first,
      vendorCount,
      ...caseWrites(dispute, atMs),
      notice: disputeEvent(dispute, atMs),
    },
  };
};

/** The latest heads of the lists, when they refused a filing: `newer` of `onLatest`. */
export const newerHeads = (owner: AccountEnvironment) =>
  newerAmong<DisputeHeads>({ ofAccount: jointHeadRecord(disputesOf(owner)), ofCases: jointHeadRecord(caseList) });

/**
 * Throws the error for a refused filing whose lists are unchanged.
 *
 * @throws ApiError EVENT_VOIDED or DISPUTE_EXISTS, which became true since the filing was read.
 */
export const refuseFiling = ({ event, open }: Refusals<'event' | 'open'>): never => {
  if (event) throw new ApiError('EVENT_VOIDED');
  if (open) throw new ApiError('DISPUTE_EXISTS');
  throw new Error('A dispute with a new id was there already');
};
