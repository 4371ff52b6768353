import { randomUUID } from 'node:crypto';
import { readEmailOf } from '#shared/auth/accounts/account';
import type { TableReader } from '#shared/db/operations';
import type { Warning } from '#shared/http/warnings';
import type { OrderConfirmation } from '#shared/mails/queue/mail-queue';
import { apiUrl } from '#shared/platform/api-url';
import { normaliseEmail, parseMailboxes } from '#shared/platform/email-address';
import { errorFields, type Logger } from '#shared/platform/logger';
import { isConfirmedBy } from './confirmed-address.ts';

/**
 * The addresses of a `notifyAdminEmail` that have not yet confirmed that the account may mail them. Takes one trip, or
 * none without addresses.
 */
export const unconfirmedAmong = async (
  table: TableReader,
  accountId: string,
  notifyAdminEmail: string | undefined,
): Promise<readonly string[]> => {
  const addresses = [
    ...new Set(parseMailboxes(notifyAdminEmail ?? '').flatMap((one) => (one ? [normaliseEmail(one)] : []))),
  ];
  if (addresses.length === 0) return [];
  const own = readEmailOf(table, { accountId });
  const confirmed = await Promise.all(addresses.map((address) => isConfirmedBy(table, accountId, address, own)));
  return addresses.filter((_, index) => !confirmed[index]);
};

/** The warnings about addresses that have not confirmed yet. */
export const confirmationWarnings = (unconfirmed: readonly string[]): readonly Warning[] =>
  unconfirmed.map((address) => ({
    path: 'config.notifications.notifyAdminEmail',
    message:
      `${address} is not confirmed yet. It receives nothing else until somebody confirms it with the link that ` +
      'we email to it, at most once a day.',
  }));

/** Requests confirmations from addresses. A request that cannot be queued is made when the widget is saved again. */
export const askAddresses = async (
  accountId: string,
  addresses: readonly string[],
  { order, log }: { readonly order: OrderConfirmation; readonly log: Logger },
): Promise<void> => {
  const orders = addresses.map((email) => order({ orderId: randomUUID(), accountId, email, apiUrl: apiUrl() }));
  for (const result of await Promise.allSettled(orders)) {
    if (result.status === 'rejected') log.error('MAIL_FAILED', { accountId, ...errorFields(result.reason) });
  }
};
