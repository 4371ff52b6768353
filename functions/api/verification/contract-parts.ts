import * as v from 'valibot';
import { idText, text } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { METER_PROVIDERS } from '#shared/sources/ports';

/**
 * A number that is checked: a malformed one is a failed check, so every text that could be meant as a number is
 * accepted.
 */
// @__NO_SIDE_EFFECTS__
export function numberText() {
  return text(60, { minLength: 1, trim: true });
}

/** A meter, as both of its checks take it. */
export const meterEntries = {
  meterNumber: described(
    numberText(),
    'The meter number: 6 to 13 digits. A malformed number is a failed check, and is charged like any other.',
  ),
  provider: described(v.picklist(METER_PROVIDERS), 'The electricity distributor of the meter.'),
};

/** The parts of the responses of both checks of a meter (interface: Utility bill verification result). */
export const meterResultEntries = {
  billInfo: component(
    v.object({
      meterNumber: described(v.string(), 'The number that was checked.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The distributor.'),
      billDate: described(v.string(), 'Always empty: the bill itself is not read.'),
    }),
    'MeterBill',
    'The meter that was checked.',
  ),
  verificationResult: component(
    v.object({
      status: described(v.boolean(), 'Whether the distributor knows the meter.'),
      address: described(v.string(), 'The address of the meter. Empty if it is not known.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The distributor.'),
      meterNumber: described(v.string(), 'The number that was checked.'),
    }),
    'MeterResult',
    'What the distributor knows about the meter.',
  ),
};

/** The company that an uploaded document is about. */
export const companyEntries = { companyId: described(idText, 'The company that the document belongs to (`cmp_`).') };

/** The one file of an upload. */
const DOCUMENT_FILE = {
  file: { types: ['pdf', 'jpeg', 'png'], required: true, maxCount: 1, maxBytes: 4_000_000 },
} as const;

/** What the uploads have in common in their contracts. */
export const UPLOAD = {
  group: 'verification',
  method: 'POST',
  caller: 'account',
  limit: 'verificationUploads',
  consumes: 'multipart',
  files: DOCUMENT_FILE,
  answerHeaders: ['X-Verification-Reference'],
  errors: ['COMPANY_NOT_FOUND', 'INSUFFICIENT_BALANCE', 'SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  touches: {
    reads: ['company', 'wallet', 'rates'],
    writes: ['company', 'wallet', 'directCheck', 'evidence', 'fileRemoval', 'outbox'],
    uses: ['evidenceRetention', 'sources', 'vault', 'verificationUploads'],
  },
} as const;

/** What every upload does, for its description. */
export const UPLOAD_DESCRIPTION =
  'Send a PDF, JPEG or PNG of at most 4 MB. The type is taken from its content. The file is kept with the ' +
  'record of the check. Every result is charged, including for a malformed or unknown number: `status` is ' +
  'then false and `reasonCodes` give the reasons. If the source is not available, nothing is charged and ' +
  'the file is not kept.';

/** The parts of the response to an uploaded document, beside `success`. */
export const documentResultEntries = {
  documentInfo: component(
    v.object({
      documentId: described(
        v.string(),
        'The document (`doc_`). The event of the check carries the same id as its reference.',
      ),
      type: described(v.picklist(['tin', 'jtb_tin', 'cac_certificate']), 'The type of document.'),
      number: described(v.string(), 'The number that was checked.'),
      filename: described(v.string(), 'The file name as sent.'),
      mimeType: described(v.string(), 'The media type, taken from the content.'),
      size: described(v.number(), 'The size in bytes.', WHOLE),
      uploadedAt: described(v.string(), 'When it was uploaded.', DATE_TIME),
    }),
    'CheckedDocument',
    'An uploaded document.',
  ),
  verificationResult: component(
    v.object({
      status: described(v.boolean(), "Whether the source knows the number as the company's."),
      number: described(v.string(), 'The number that was checked.'),
      name: described(v.nullable(v.string()), 'The name on the record that was found. Null if no record was found.'),
      reasonCodes: described(v.array(v.string()), 'The reasons, as codes.'),
    }),
    'DocumentCheckResult',
    'The result of a document check.',
  ),
};
