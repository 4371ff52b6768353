import { UserError } from '#scripts/local-cloud/user-error';
import { emailKey } from '#shared/auth/accounts/email-key';
import { type AddressState, addressRecord, liftSuppression, readSuppression } from '#shared/mails/suppressed-addresses';
import { isEmailAddress } from '#shared/platform/email-address';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';

/** What an operator requested. */
export interface UnsuppressRequest {
  readonly email: string;
  readonly dryRun: boolean;
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
  { email, ...request }: UnsuppressRequest,
  effects: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  if (!isEmailAddress(email.trim())) throw new UserError(`${email} is not an email address.`);
  const change = {
    state: { address: { suppression: await readSuppression(effects.table, email) } },
    records: { address: addressRecord(email) },
    plan: ({ address: { suppression } }: { readonly address: AddressState }, nowMs: number): PlannedChange => {
      if (!suppression) return { done: `${email} is not suppressed` };
      const { since, reason } = suppression;
      return {
        done: `${email} receives emails again. They had been stopped since ${since} because of a ${reason}`,
        change: {
          operations: { suppression: liftSuppression(email, suppression, nowMs) },
          before: suppression,
          after: null,
        },
      };
    },
    refused: () => 'The address was changed at the same time. Run the command again.',
  };
  return makeAuditedChange({ ...request, action: 'address.unsuppressed', target: emailKey(email) }, change, effects);
};
