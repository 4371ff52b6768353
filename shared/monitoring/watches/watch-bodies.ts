import * as v from 'valibot';
import {
  classificationSchema,
  isNumber,
  isOfClassification,
  NOT_A_NUMBER,
  NOT_OF_CLASSIFICATION,
  rcNumberText,
} from '#shared/companies/company-bodies';
import { object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** The path of calls about one vendor. */
export const vendorPath = object({
  vendorId: described(idText, 'The id of the vendor (`cmp_`), which is the id of its company.'),
});

/** An account's own label for a vendor. */
const labelText = text(120, { minLength: 1, trim: true });

/** Body of "change the label of a watched vendor". */
export const updateWatchBody = object({
  label: described(v.nullable(labelText), 'Your label for the vendor. Null removes it.'),
});

/** The vendor to watch: by its id if known, else by the number of the business. */
export const addWatchBody = v.pipe(
  object({
    vendorId: v.optional(described(idText, 'The id of a vendor, or of a company of yours (`cmp_`).')),
    rcNumber: v.optional(rcNumberText),
    classificationId: v.optional(classificationSchema),
    label: v.optional(
      described(
        labelText,
        'Your label for the vendor. If you already watch the vendor, it replaces the current label.',
      ),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['vendorId'], ['rcNumber']],
      ({ vendorId, rcNumber }) => (vendorId === undefined) !== (rcNumber === undefined),
      'Send either vendorId or rcNumber, not both',
    ),
    ['vendorId'],
  ),
  v.forward(v.partialCheck([['rcNumber'], ['classificationId']], isNumber, NOT_A_NUMBER), ['rcNumber']),
  v.forward(v.partialCheck([['rcNumber'], ['classificationId']], isOfClassification, NOT_OF_CLASSIFICATION), [
    'classificationId',
  ]),
);
