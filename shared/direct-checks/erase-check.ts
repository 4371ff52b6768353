import { update, type WriteOperation } from '#shared/db/expressions';
import type { CheckRecord } from './check-record.ts';
import { directCheckKeys } from './keys.ts';

/**
 * The write that erases the number that a check of an applicant was made of; its verdict, its reason codes and its charge
 * stay. Undefined where there is nothing to erase.
 */
export const eraseCheck = (record: CheckRecord): WriteOperation | undefined => {
  const { accountId, environment, verificationReference, number } = record;
  if (number === null) return undefined;
  return update(directCheckKeys.directCheck(accountId, environment, verificationReference), {
    set: { number: null },
    when: { verificationReference: 'exists' },
  });
};
