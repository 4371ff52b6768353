import { createHash } from 'node:crypto';
import type { Declared } from '#shared/verification/declared';
import { distinctNames, nameWords } from '#shared/verification/name-matching';

/**
 * A digest of all declared names: assessments with the same digest screen the same names. It is stored instead of the
 * names, of which there may be many.
 */
export const screenedDigest = ({ businessNames, otherNames, people }: Declared): string => {
  const names = [[...businessNames, ...otherNames], people].map((some) => distinctNames(some).map(nameWords));
  return createHash('sha256')
    .update(JSON.stringify(names.map((some) => some.toSorted())))
    .digest('base64url');
};
