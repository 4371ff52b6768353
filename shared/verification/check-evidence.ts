import * as v from 'valibot';
import type { CheckOutcome } from './checks/check.ts';
import { evidenceFieldsSchema } from './evidence-fields.ts';
import { foundEntrySchema } from './listed-entry.ts';

/** What is kept of a check beside its result: what was compared, what the source answered, and the entries of a screening. */
export const checkEvidenceSchema = v.object({
  compared: evidenceFieldsSchema,
  answered: evidenceFieldsSchema,
  entries: v.exactOptional(v.array(foundEntrySchema)),
  /** How many entries the screening found beside those. */
  more: v.exactOptional(v.number()),
});

/** What is kept of a check beside its result. */
export type CheckEvidence = v.InferOutput<typeof checkEvidenceSchema>;

/** What is to be kept of a check; undefined where no source was asked. */
export const checkEvidence = ({ compared, answered, found }: CheckOutcome): CheckEvidence | undefined => {
  if (compared === undefined || answered === undefined) return undefined;
  const { entries, more = 0 } = found ?? {};
  return { compared, answered, ...(entries && { entries: [...entries] }), ...(more > 0 && { more }) };
};
