import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import type { FileAddress } from '#shared/platform/object-store';
import type { Dispute } from './dispute.ts';
import { documentKey } from './dispute-documents.ts';
import { DISPUTE_STATUSES } from './dispute-states.ts';

const documentBody = component(
  v.object({
    url: described(v.string(), 'The download URL, valid for 15 minutes. Read the dispute again to get a new one.'),
    publicId: described(v.string(), 'The id of the document (`doc_`).'),
    filename: described(
      v.string(),
      'The name of the file as sent, without characters that have a special meaning in file systems.',
    ),
    mimeType: described(v.string(), 'The media type of the file, determined from its content.'),
    uploadedAt: described(v.string(), 'When the file was uploaded.', DATE_TIME),
  }),
  'DisputeDocument',
  'A document of a dispute.',
);

/** A status of a dispute, as the API shows it. */
export const disputeStatusSchema = component(
  v.picklist(DISPUTE_STATUSES),
  'DisputeStatus',
  'The status of a dispute. It starts as `pending` and may become `under_review`. `upheld` and `rejected` ' +
    'are final.',
);

/** A dispute as the API shows it (interface: Dispute). */
export const disputeBody = component(
  v.object({
    disputeId: described(v.string(), 'The id of the dispute (`dsp_`).'),
    vendorId: described(v.string(), 'The id of the vendor (`cmp_`).'),
    customerId: described(v.string(), 'The id of the account that filed the dispute (`usr_`).'),
    eventId: described(v.string(), 'The id of the disputed monitoring event (`evt_`).'),
    description: described(v.string(), 'What is wrong with the event.'),
    documents: described(v.array(documentBody), 'The documents of the dispute, at most five.'),
    status: disputeStatusSchema,
    reviewNote: described(v.nullable(v.string()), "The reviewer's note. Null until the dispute is decided."),
    reviewedBy: described(
      v.nullable(v.string()),
      'The id of the reviewer who decided (`adm_`). Null until the dispute is decided.',
    ),
    reviewedAt: v.nullable(described(v.string(), 'When the dispute was decided. Null until then.', DATE_TIME)),
    scoreDeltaRestored: described(
      v.nullable(v.string()),
      'The points restored to the score, with two decimal places, such as `8.00`. Null if none were restored.',
    ),
    eventVoidedAt: v.nullable(
      described(
        v.string(),
        'When the event was voided, by this dispute or an earlier one. Null unless the dispute is upheld.',
        DATE_TIME,
      ),
    ),
    createdAt: described(v.string(), 'When the dispute was filed.', DATE_TIME),
    updatedAt: described(v.string(), 'When the dispute last changed.', DATE_TIME),
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
      filename,
      mimeType,
      uploadedAt,
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
