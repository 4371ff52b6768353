import { UserError } from '#scripts/local-cloud/user-error';
import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { type Audited, newerAudited } from '#shared/audit/audited';
import { emailKey } from '#shared/auth/accounts/email-key';
import { onLatest } from '#shared/db/latest';
import { type AddressState, addressRecord, liftSuppression, readSuppression } from '#shared/mails/suppressed-addresses';
import { isEmailAddress } from '#shared/platform/email-address';
import type { OpsEffects } from './command.ts';

/** What an operator requested. */
export interface UnsuppressRequest {
  readonly email: string;
  /** Who runs the command. */
  readonly userName: string;
}

/**
 * Lifts the suppression of an address, with an audit entry in the same transaction that contains the hash of the
 * address. Earlier reports have no effect any more; a new one suppresses it again.
 *
 * @returns what was done.
 * @throws UserError for an invalid address.
 */
export const unsuppressAddress = async (
  { email, userName }: UnsuppressRequest,
  { table, clock }: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  if (!isEmailAddress(email.trim())) throw new UserError(`${email} is not an email address.`);
  const [suppression, head] = await Promise.all([readSuppression(table, email), readAuditHead(table)]);
  const attempt = async ({ state: { suppression: found }, head: latestHead }: Audited<AddressState>) => {
    if (!found) return { result: { written: true } as const, value: `${email} is not suppressed.` };
    const change = {
      actor: { kind: 'operator', userName },
      action: 'address.unsuppressed',
      target: emailKey(email),
      before: found,
      after: null,
    } as const;
    const operations = {
      suppression: liftSuppression(email, found, clock()),
      ...auditWrites(change, latestHead, clock()),
    };
    const value = `${email} receives emails again. They had been stopped since ${found.since} because of a ${found.reason}.`;
    return { result: await table.transact(operations), value };
  };
  const { result, value } = await onLatest(
    { state: { suppression }, head },
    attempt,
    newerAudited(addressRecord(email)),
  );
  if (!result.written) throw new UserError('The address was changed at the same time. Run the command again.');
  return value;
};
