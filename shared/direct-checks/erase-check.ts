import { update, type WriteOperation } from '#shared/db/expressions';
import type { CheckRecord } from './check-record.ts';
import { directCheckKeys } from './keys.ts';

/**
 * The write that erases what a check of an applicant was made of and what it found; its verdict, its reason codes and its
 * charge stay. Undefined where there is nothing to erase.
 */
export const eraseCheck = (record: CheckRecord): WriteOperation | undefined => {
  const { accountId, environment, verificationReference, number, sealedEntries } = record;
  if (number === null && sealedEntries === undefined) return undefined;
  return update(directCheckKeys.directCheck(accountId, environment, verificationReference), {
    set: { number: null },
    remove: ['sealedEntries'],
    when: { verificationReference: 'exists' },
  });
};
