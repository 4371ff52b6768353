import { createHash } from 'node:crypto';
import type { Declared } from '#shared/verification/declared';
import { distinctNames, nameWords } from '#shared/verification/name-matching';

/**
 * Stands for all names that were given or typed: two assessments that have the same screen the same. Kept instead of the
 * names, of which there may be many.
 */
export const screenedDigest = ({ businessNames, otherNames, people }: Declared): string => {
  const names = [[...businessNames, ...otherNames], people].map((some) => distinctNames(some).map(nameWords));
  return createHash('sha256')
    .update(JSON.stringify(names.map((some) => some.toSorted())))
    .digest('base64url');
};
