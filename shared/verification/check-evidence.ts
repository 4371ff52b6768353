import * as v from 'valibot';
import type { CheckOutcome } from './checks/check.ts';
import { evidenceFieldsSchema } from './evidence-fields.ts';
import { foundEntrySchema } from './listed-entry.ts';

/**
 * What is stored about a check besides its result: what was compared, the source's response, and the entries of a
 * screening.
 */
export const checkEvidenceSchema = v.object({
  compared: evidenceFieldsSchema,
  answered: evidenceFieldsSchema,
  entries: v.exactOptional(v.array(foundEntrySchema)),
  /** The number of further entries that the screening found. */
  more: v.exactOptional(v.number()),
});

/** What is stored about a check besides its result. */
export type CheckEvidence = v.InferOutput<typeof checkEvidenceSchema>;

/** The evidence to store of a check; undefined when no source was asked. */
export const checkEvidence = ({ compared, answered, found }: CheckOutcome): CheckEvidence | undefined => {
  if (compared === undefined || answered === undefined) return undefined;
  const { entries, more = 0 } = found ?? {};
  return { compared, answered, ...(entries && { entries: [...entries] }), ...(more > 0 && { more }) };
};
