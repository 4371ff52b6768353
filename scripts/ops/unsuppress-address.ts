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

/** Takes an address off SES's own list, which the account keeps beside ours. */
const unsuppressAtSes = async (email: string, dryRun: boolean, mail: OpsEffects['mail']): Promise<string> => {
  const reason = await mail.suppressedBecause(email);
  if (reason === undefined) return 'It is not on the list of SES.';
  if (!dryRun) await mail.unsuppress(email);
  return `It ${dryRun ? 'would be' : 'is'} off the list of SES, where it was because of a ${reason}.`;
};

/**
 * Lifts the suppression of an address, ours and that of SES, with an audit entry in the same transaction that contains the hash of the
 * address. Earlier reports have no effect any more; a new one suppresses it again.
 *
 * @returns what was done.
 * @throws UserError for an invalid address.
 */
export const unsuppressAddress = async (
  { email, ...request }: UnsuppressRequest,
  effects: Pick<OpsEffects, 'table' | 'clock' | 'mail'>,
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
  // SES first: a mail to an address that is still on its list would bounce, and suppress it again.
  const atSes = await unsuppressAtSes(email.trim(), request.dryRun, effects.mail);
  const requested = { ...request, action: 'address.unsuppressed', target: emailKey(email) } as const;
  return `${await makeAuditedChange(requested, change, effects)} ${atSes}`;
};
