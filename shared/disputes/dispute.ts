import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { cellEntry } from '#shared/db/lists/counted-list';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { caseList, disputesOf, disputesOfVendor } from './dispute-lists.ts';
import { DISPUTE_STATUSES } from './dispute-states.ts';
import { disputeKeys } from './keys.ts';

const documentSchema = v.object({
  /** `doc_`. */
  documentId: v.string(),
  filename: v.string(),
  mimeType: v.string(),
  size: v.number(),
  sha256: v.string(),
  uploadedAt: v.string(),
});

/** A document of a dispute; its content is a file in the bucket. */
export type DisputeDocument = v.InferOutput<typeof documentSchema>;

const disputeSchema = v.object({
  /** `dsp_`. */
  disputeId: v.string(),
  /** The account that filed it. */
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** Its number among the disputes of the account in the environment. */
  number: v.number(),
  /** Its number among all live disputes; null in the sandbox. */
  caseNumber: v.nullable(v.number()),
  vendorId: v.string(),
  eventId: v.string(),
  description: v.string(),
  documents: v.array(documentSchema),
  /** The number of its documents, which the write that adds some compares. */
  documentCount: v.number(),
  status: v.picklist(DISPUTE_STATUSES),
  reviewNote: v.nullable(v.string()),
  /** `adm_`. */
  reviewedBy: v.nullable(v.string()),
  reviewedAt: v.nullable(v.string()),
  eventVoidedAt: v.nullable(v.string()),
  /** The restored points in hundredths; null when there are none. */
  restoredHundredths: v.nullable(v.number()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** An account's objection to a monitoring event of a vendor. */
export type Dispute = v.InferOutput<typeof disputeSchema>;

/** Parses a stored dispute. */
export const fromDisputeItem = (item: Item): Dispute => v.parse(disputeSchema, item);

/** Index attributes that list a dispute under its account and, in `live`, for administrators, by status. */
export const listedByStatus = (dispute: Dispute): Readonly<Record<string, string>> => ({
  ...cellEntry(disputesOf(dispute), dispute.status, dispute.number),
  ...cellEntry(disputesOfVendor(dispute, dispute.vendorId), dispute.status, dispute.number),
  ...(dispute.caseNumber !== null && cellEntry(caseList, dispute.status, dispute.caseNumber)),
});

/** A dispute as it is stored. */
export const toDisputeItem = (dispute: Dispute): Item => ({
  ...disputeKeys.dispute(dispute.disputeId),
  ...listedByStatus(dispute),
  ...dispute,
});

/** The record of a dispute, for transactions that read it first. */
export const disputeRecord = (disputeId: string): StoredRecord<Dispute> => ({
  key: disputeKeys.dispute(disputeId),
  from: fromDisputeItem,
});
