import { update, type WriteOperation } from '#shared/db/expressions';
import type { CheckRecord } from './check-record.ts';
import { directCheckKeys } from './keys.ts';

/**
 * The write that erases the checked number of an applicant's check. Its verdict, reason codes and charge stay.
 * Undefined when there is nothing to erase.
 */
export const eraseCheck = (record: CheckRecord): WriteOperation | undefined => {
  const { accountId, environment, verificationReference, number } = record;
  if (number === null) return undefined;
  return update(directCheckKeys.directCheck(accountId, environment, verificationReference), {
    set: { number: null },
    when: { verificationReference: 'exists' },
  });
};
