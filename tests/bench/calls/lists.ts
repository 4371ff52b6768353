import * as v from 'valibot';
import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { seedWrites } from '#shared/compliance/seeding';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { EVENTS } from '#shared/events/catalogue';
import { appendToFeed } from '#shared/events/feed';
import { emit, eventSchema, type ServiceEvent } from '#shared/events/outbox';
import { newId } from '#shared/platform/ids';
import { keepEvidence } from '#shared/verification/evidence-store';
import { post } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { storedAlerts } from '#tests/support/alerts';
import { checkAt } from '#tests/support/checks';
import { createCompanyFor } from '#tests/support/companies';
import { deliveryState } from '#tests/support/logged-deliveries';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { createVendor, reportOn } from '#tests/support/vendors';
import { createWatchFor } from '#tests/support/watches';
import { registered } from './consumers.ts';
import { type MainCase, requestTo } from './main-case.ts';
import { accountWithApplicants, accountWithWallets } from './people.ts';

/** The default page size. */
const FULL_PAGE = 20;

const addEntries = async ({ accountId }: SignedInAccount, count: number): Promise<void> => {
  const wallet = await loadWallet(serviceTable(), { accountId, environment: 'sandbox' });
  const entry = {
    type: 'credit',
    amountKobo: 1,
    actionKey: null,
    description: 'Wallet top-up',
    reference: null,
  } as const;
  await serviceTable().transact(post(wallet, Array<typeof entry>(count).fill(entry), Date.now()).operations);
};

/** Adds audit entries until there is a full page of them. */
const fillAuditPage = async (): Promise<void> => {
  const table = serviceTable();
  const actor = { kind: 'operator', userName: 'bench' } as const;
  const change = {
    actor,
    action: 'role.changed',
    target: 'usr_bench',
    before: null,
    after: { role: 'admin' },
  } as const;
  for (let head = await readAuditHead(table); head.lastNumber < FULL_PAGE; head = await readAuditHead(table)) {
    await table.transact(auditWrites(change, head, Date.now()));
  }
};

const recordEvidencedCheck = async ({ accountId }: SignedInAccount): Promise<void> => {
  const nowMs = Date.now();
  const verificationReference = newId('ver', nowMs);
  const evidence = { compared: { businessName: 'Adire Mills' }, answered: { businessName: 'Adire Mills Limited' } };
  const kept = keepEvidence(
    [{ accountId, verificationReference, applicantId: null, evidence }],
    { vault: TEST_VAULT_SECRET, retentionDays: 30 },
    nowMs,
  );
  const check = checkAt({ accountId, environment: 'live' }, nowMs, { verificationReference });
  await serviceTable().transact({ check, ...(kept && { kept }) });
};

/**
 * The main case of endpoints whose typical cost is that of a full page without filters. An example reads only what it
 * names.
 */
export const listCases: Readonly<Record<string, MainCase>> = {
  'list-applicants': async () => {
    const { account } = await accountWithApplicants(FULL_PAGE);
    return requestTo('list-applicants', { headers: account.headers, query: { page: '1', limit: String(FULL_PAGE) } });
  },
  'list-widget-applicants': async () => {
    const { account, widget } = await accountWithApplicants(FULL_PAGE);
    const query = { page: '1', limit: String(FULL_PAGE) };
    return requestTo('list-widget-applicants', {
      headers: account.headers,
      pathParameters: { id: widget.id },
      query,
    });
  },
  'list-media-mentions': async () => {
    const account = await signedInAccount();
    const place = { accountId: account.accountId, environment: 'live' } as const;
    const vendors = await Promise.all(Array.from({ length: 4 }, () => createVendor(place)));
    for (const vendor of vendors) {
      await createWatchFor(place, vendor);
      for (let i = 0; i < FULL_PAGE / vendors.length; i++) await reportOn(vendor, { kind: 'positive_media' });
    }
    return requestTo('list-media-mentions', { headers: account.headers, query: { limit: String(FULL_PAGE) } });
  },
  'list-alerts': async () => {
    const account = await signedInAccount();
    const place = { accountId: account.accountId, environment: 'live' } as const;
    const vendorId = newId('cmp', Date.now());
    const items = storedAlerts(place, vendorId, FULL_PAGE, () => ({ severity: 'MEDIUM', read: false }));
    await serviceTable().transact([...items].map((item) => put(item)));
    return requestTo('list-alerts', { headers: account.headers, query: { limit: String(FULL_PAGE) } });
  },
  'list-audit-entries': async () => {
    const { headers } = await signedInAccount({ role: 'admin' });
    await fillAuditPage();
    return requestTo('list-audit-entries', { headers, query: { limit: String(FULL_PAGE) } });
  },
  'list-companies': async () => {
    const account = await signedInAccount();
    for (let i = 0; i < FULL_PAGE; i++) await createCompanyFor(account, { environment: 'live' });
    return requestTo('list-companies', { headers: account.headers, query: { limit: String(FULL_PAGE) } });
  },
  // Two companies, each with the items that belong to it.
  'list-obligations': async () => {
    const account = await signedInAccount();
    for (let i = 0; i < 2; i++) {
      const company = await createCompanyFor(account, { environment: 'live' });
      await serviceTable().transact(seedWrites(company, Date.now()));
    }
    return requestTo('list-obligations', { headers: account.headers, query: { limit: String(FULL_PAGE) } });
  },
  'list-events': async () => {
    const account = await signedInAccount();
    const owner = { accountId: account.accountId, environment: 'live' } as const;
    const type = 'kyb.applicant.created';
    const events: ServiceEvent[] = [];
    for (let i = 0; i < FULL_PAGE; i++) {
      const emitted = emit({ ...owner, type, widgetId: null, data: EVENTS[type].example }, Date.now());
      await serviceTable().write(emitted);
      if (emitted.kind === 'put') events.push(v.parse(eventSchema, emitted.item));
    }
    await appendToFeed(owner, events, { table: serviceTable(), clock: Date.now });
    return requestTo('list-events', { headers: account.headers, query: { limit: String(FULL_PAGE) } });
  },
  // Direct checks, whose evidence is still kept.
  'list-verifications': async () => {
    const account = await signedInAccount();
    for (let i = 0; i < FULL_PAGE; i++) await recordEvidencedCheck(account);
    return requestTo('list-verifications', { headers: account.headers, query: { limit: String(FULL_PAGE) } });
  },
  'list-deliveries': async () => {
    const { account, registration } = await registered();
    const { registrationId } = registration;
    const states = Array.from({ length: FULL_PAGE }, () =>
      deliveryState(registrationId, { accountId: account.accountId, status: 'delivered' }),
    );
    await logDeliveries(registrationId, states, { table: serviceTable(), clock: Date.now });
    return requestTo('list-deliveries', {
      headers: account.headers,
      pathParameters: { id: registrationId },
      query: { limit: String(FULL_PAGE) },
    });
  },
  'list-transactions': async () => {
    const account = await accountWithWallets();
    await addEntries(account, FULL_PAGE);
    return requestTo('list-transactions', {
      headers: account.headers,
      query: { environment: 'sandbox', limit: String(FULL_PAGE) },
    });
  },
};
