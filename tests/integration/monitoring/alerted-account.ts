import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { storedAlerts } from '#tests/support/alerts';

/** An account with this many live alerts about one vendor, with alternating severities. Every third alert is read. */
export const alertedAccount = async (length: number) => {
  const account = await signedInAccount();
  const vendorId = newId('cmp', Date.now());
  const stateOf = (number: number) => ({
    severity: SEVERITIES[number % SEVERITIES.length] ?? 'LOW',
    read: number % 3 === 0,
  });
  const place = { accountId: account.accountId, environment: 'live' } as const;
  const items = [...storedAlerts(place, vendorId, length, stateOf)].map((item) => put(item));
  while (items.length > 0) await serviceTable().transact(items.splice(0, 100));
  return { account, vendorId };
};
