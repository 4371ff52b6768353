import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import type { FileAddress } from '#shared/platform/object-store';
import type { Dispute } from './dispute.ts';
import { documentKey } from './dispute-documents.ts';
import { DISPUTE_STATUSES } from './dispute-states.ts';

const documentBody = component(
  v.object({
    url: described(v.string(), 'Where it is downloaded, for 15 minutes. Read the dispute again for a new address.'),
    publicId: described(v.string(), 'Its id (`doc_`).'),
    filename: described(v.string(), 'As it was sent, without characters that file systems give a meaning to.'),
    mimeType: described(v.string(), 'By its content.'),
    uploadedAt: described(v.string(), 'When it was uploaded.', DATE_TIME),
  }),
  'DisputeDocument',
  'A document of a dispute.',
);

/** A status of a dispute, as the API shows it. */
export const disputeStatusSchema = component(
  v.picklist(DISPUTE_STATUSES),
  'DisputeStatus',
  '`pending`, then perhaps `under_review`; `upheld` and `rejected` are final.',
);

/** A dispute as the API shows it (interface: Dispute). */
export const disputeBody = component(
  v.object({
    disputeId: described(v.string(), 'Its id (`dsp_`).'),
    vendorId: described(v.string(), 'The vendor (`cmp_`).'),
    customerId: described(v.string(), 'The account that filed it (`usr_`).'),
    eventId: described(v.string(), 'The monitoring event that it is about (`evt_`).'),
    description: described(v.string(), 'What is wrong with the event.'),
    documents: described(v.array(documentBody), 'Its documents, at most five.'),
    status: disputeStatusSchema,
    reviewNote: described(v.nullable(v.string()), 'What the reviewer wrote; null until it is decided.'),
    reviewedBy: described(v.nullable(v.string()), 'Who decided it (`adm_`); null until then.'),
    reviewedAt: v.nullable(described(v.string(), 'When it was decided; null until then.', DATE_TIME)),
    scoreDeltaRestored: described(
      v.nullable(v.string()),
      'The points that came back to the score, with two decimals, such as `8.00`; null where none did.',
    ),
    eventVoidedAt: v.nullable(
      described(
        v.string(),
        'When the event was voided, by this dispute or an earlier one; null unless upheld.',
        DATE_TIME,
      ),
    ),
    createdAt: described(v.string(), 'When it was filed.', DATE_TIME),
    updatedAt: described(v.string(), 'When it was last changed.', DATE_TIME),
  }),
  'Dispute',
  'An objection to a monitoring event.',
);

/** Points with two decimals, as a text. */
export const pointsText = (hundredths: number | null): string | null =>
  hundredths === null ? null : (hundredths / 100).toFixed(2);

/** Shows a dispute. */
export const disputeView = async (
  dispute: Dispute,
  addressOf: FileAddress,
): Promise<v.InferOutput<typeof disputeBody>> => ({
  disputeId: dispute.disputeId,
  vendorId: dispute.vendorId,
  customerId: dispute.accountId,
  eventId: dispute.eventId,
  description: dispute.description,
  documents: await Promise.all(
    dispute.documents.map(async ({ documentId, filename, mimeType, uploadedAt }) => ({
      url: await addressOf(documentKey(dispute, documentId), filename),
      publicId: documentId,
      ...{ filename, mimeType, uploadedAt },
    })),
  ),
  status: dispute.status,
  reviewNote: dispute.reviewNote,
  reviewedBy: dispute.reviewedBy,
  reviewedAt: dispute.reviewedAt,
  scoreDeltaRestored: pointsText(dispute.restoredHundredths),
  eventVoidedAt: dispute.eventVoidedAt,
  createdAt: dispute.createdAt,
  updatedAt: dispute.updatedAt,
});
