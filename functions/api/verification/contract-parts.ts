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

/** A meter, as both of its checks accept it. */
export const meterEntries = {
  meterNumber: described(
    numberText(),
    'The meter number, 6 to 13 digits. A malformed number fails the check and is charged like any other.',
  ),
  provider: described(v.picklist(METER_PROVIDERS), 'The electricity distributor of the meter.'),
};

/** The common parts of the responses of both meter checks (interface: Utility bill verification result). */
export const meterResultEntries = {
  billInfo: component(
    v.object({
      meterNumber: described(v.string(), 'The number that was checked.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The electricity distributor of the meter.'),
      billDate: described(v.string(), 'Always empty, because the bill itself is not read.'),
    }),
    'MeterBill',
    'The meter that was checked.',
  ),
  verificationResult: component(
    v.object({
      status: described(v.boolean(), 'Whether the distributor has a meter with this number.'),
      address: described(v.string(), 'The address of the meter. Empty if the distributor does not state it.'),
      provider: described(v.picklist(METER_PROVIDERS), 'The electricity distributor of the meter.'),
      meterNumber: described(v.string(), 'The number that was checked.'),
    }),
    'MeterResult',
    'The result of the check with the distributor.',
  ),
};

/** The company that an uploaded document is about. */
export const companyEntries = {
  companyId: described(idText, 'The id of the company that the document belongs to (`cmp_`).'),
};

/** The only file of an upload. */
const DOCUMENT_FILE = {
  file: { types: ['pdf', 'jpeg', 'png'], required: true, maxCount: 1, maxBytes: 4_000_000 },
} as const;

/** The common parts of the uploads' contracts. */
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

/** The common part of the uploads' descriptions. */
export const UPLOAD_DESCRIPTION =
  'Send a PDF, JPEG or PNG of up to 4 MB. The file type is determined from the content. The file is kept ' +
  'with the record of the check. Every result is charged, including one for a malformed or unknown number: ' +
  '`status` is then false, and `reasonCodes` say why. If the source is unavailable, nothing is charged and ' +
  'the file is not kept.';

/** The parts of the response to an uploaded document, apart from `success`. */
export const documentResultEntries = {
  documentInfo: component(
    v.object({
      documentId: described(
        v.string(),
        'The id of the document (`doc_`). The event about the check has the same id as `verificationReference`.',
      ),
      type: described(v.picklist(['tin', 'jtb_tin', 'cac_certificate']), 'The type of document.'),
      number: described(v.string(), 'The number that was checked.'),
      filename: described(v.string(), 'The name of the file as sent.'),
      mimeType: described(v.string(), 'The media type of the file, determined from its content.'),
      size: described(v.number(), 'The size of the file, in bytes.', WHOLE),
      uploadedAt: described(v.string(), 'When the file was uploaded.', DATE_TIME),
    }),
    'CheckedDocument',
    'An uploaded document.',
  ),
  verificationResult: component(
    v.object({
      status: described(v.boolean(), 'Whether the source confirms that the number belongs to the company.'),
      number: described(v.string(), 'The number that was checked.'),
      name: described(v.nullable(v.string()), 'The name on the record that the source found. Null if it found none.'),
      reasonCodes: described(v.array(v.string()), 'The reason codes.'),
    }),
    'DocumentCheckResult',
    'The result of a document check.',
  ),
};
