import { expect, test, vi } from 'vitest';
import { handler as listApplicantsHandler } from '#functions/api/kyb/list-applicants';
import { listApplicants } from '#functions/api/kyb/list-applicants.contract';
import { handler as listClearancesHandler } from '#functions/api/kyb/list-clearances';
import { listClearances } from '#functions/api/kyb/list-clearances.contract';
import { handler as listNotesHandler } from '#functions/api/kyb/list-notes';
import { listNotes } from '#functions/api/kyb/list-notes.contract';
import { handler as listWidgetApplicantsHandler } from '#functions/api/kyb/list-widget-applicants';
import { listWidgetApplicants } from '#functions/api/kyb/list-widget-applicants.contract';
import { handler as reportHandler } from '#functions/api/kyb/read-applicant-report';
import { readApplicantReport } from '#functions/api/kyb/read-applicant-report.contract';
import { handler as keptMailsHandler } from '#functions/api/sandbox/list-sandbox-mails';
import { listSandboxMails } from '#functions/api/sandbox/list-sandbox-mails.contract';
import { handler as listVerificationsHandler } from '#functions/api/verification/list-verifications';
import { listVerifications } from '#functions/api/verification/list-verifications.contract';
import { handler as readVerificationHandler } from '#functions/api/verification/read-verification';
import { readVerification } from '#functions/api/verification/read-verification.contract';
import { handler as transactionsHandler } from '#functions/api/wallet/list-transactions';
import { listTransactions } from '#functions/api/wallet/list-transactions.contract';
import { handler as listDeliveriesHandler } from '#functions/api/webhooks/list-deliveries';
import { listDeliveries } from '#functions/api/webhooks/list-deliveries.contract';
import { handler as listEventsHandler } from '#functions/api/webhooks/list-events';
import { listEvents } from '#functions/api/webhooks/list-events.contract';
import { handler as readDeliveryHandler } from '#functions/api/webhooks/read-delivery';
import { readDelivery } from '#functions/api/webhooks/read-delivery.contract';
import type { Item } from '#shared/db/expressions';
import { apiKeyFor, type SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { readTestVault } from '#tests/support/vault';
import { foundIn, type Words } from './words.ts';
import { type ErasureWorld, erasureWorld, everyItem, type LivedApplicant, liveThrough, type Shown } from './world.ts';

await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

/** Every line that any function logged. */
const logged = vi.hoisted((): string[] => []);
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: (line: string) => logged.push(line) }));

const vault = { vault: readTestVault };
const LISTS = {
  applicants: endpoint(listApplicants, listApplicantsHandler),
  ofWidget: endpoint(listWidgetApplicants, listWidgetApplicantsHandler),
  notes: endpoint(listNotes, listNotesHandler),
  clearances: endpoint(listClearances, listClearancesHandler.with(vault)),
  report: endpoint(readApplicantReport, reportHandler.with(vault)),
  mails: endpoint(listSandboxMails, keptMailsHandler),
  verifications: endpoint(listVerifications, listVerificationsHandler.with(vault)),
  verification: endpoint(readVerification, readVerificationHandler.with(vault)),
  transactions: endpoint(listTransactions, transactionsHandler),
  deliveries: endpoint(listDeliveries, listDeliveriesHandler),
  delivery: endpoint(readDelivery, readDeliveryHandler),
  events: endpoint(listEvents, listEventsHandler),
};

/** The places of words in items, each with its key. */
const inItems = (items: readonly Item[], words: Words): readonly string[] =>
  items.flatMap((item) => foundIn(item, words).map((what) => `${item.pk} ${item.sk} has ${what}`));

/** The responses of all endpoints that might show the applicant. */
const everyAnswer = async (
  { account, widget, registrations, read, session, deliveries }: ErasureWorld,
  { id, sessionId }: LivedApplicant,
) => {
  const key = (await apiKeyFor(account)) as unknown as SignedInAccount;
  const verifications = (await LISTS.verifications(key, { query: { limit: '100' } })).body;
  const sent = await Promise.all(registrations.map((registered) => deliveries.deliveriesOf(registered)));
  return Promise.all([
    read(id),
    LISTS.report(account, { pathParameters: { id } }),
    session(sessionId).read(),
    LISTS.notes(account, { pathParameters: { id } }),
    LISTS.clearances(account, { pathParameters: { id } }),
    LISTS.applicants(account),
    LISTS.ofWidget(account, { pathParameters: { id: widget.id } }),
    LISTS.mails(key, { query: { limit: '100' } }),
    verifications,
    ...verifications.data.map((one: { verificationReference: string }) =>
      LISTS.verification(key, { pathParameters: { reference: one.verificationReference } }),
    ),
    LISTS.transactions(account, { query: { limit: '100', environment: 'sandbox' } }),
    LISTS.events(account, { query: { limit: '100' } }),
    ...registrations.map(({ registration }) =>
      LISTS.deliveries(account, { pathParameters: { id: registration.registrationId } }),
    ),
    ...sent.flat().map(({ deliveryId }) => LISTS.delivery(account, { pathParameters: { id: deliveryId } })),
  ]);
};

/** The rest of an applicant after its erasure, as its account reads it. */
const lasting = (shown: Shown) => ({
  decision: [shown.status, shown.riskScore, shown.decidedAt, shown.totalSpentKobo, shown.createdAt, shown.submittedAt],
  modules: shown.modules.map(
    ({ moduleId, status, reasonCodes, chargeKobo, completedAt, verificationReference }: Shown) => [
      ...[moduleId, status, reasonCodes, chargeKobo, completedAt, verificationReference],
    ],
  ),
  timeline: shown.timeline.map(({ status, at, by }: Shown) => [status, at, by]),
  // DynamoDB returns the modules in any order.
  files: (Object.values(shown.attachments) as Shown[])
    .flat()
    .map(({ id, mimeType, size, sha256 }: Shown) => [id, mimeType, size, sha256])
    .sort(),
});

test('no word of an erased applicant remains anywhere, while its decision, charges and hashes of files do', {
  timeout: 120_000,
}, async () => {
  const world = await erasureWorld({ log: (line) => logged.push(line) });
  const { words, deliveries, files, account } = world;
  let answers = 0;
  // A receiver that repeats the webhooks that it was sent, and has its own data about the applicant.
  deliveries.receiver.respondWith(({ rawBody }) => ({
    status: 200,
    body: `${rawBody.toString('utf8')} is ${words.word(`what a receiver answers, ${answers++}`)}`,
  }));
  const other = await liveThrough(await erasureWorld());
  const lived = await liveThrough(world);

  // Otherwise no word could be found missing.
  const heldBefore = new Set([...(await everyItem()), ...files.kept.values()].flatMap((one) => foundIn(one, words)));
  expect([...words.made.keys()].filter((what) => !heldBefore.has(what))).toEqual([]);
  const shownBefore = foundIn(await everyAnswer(world, lived), words);
  expect(shownBefore.length).toBeGreaterThan(20);
  const stays = lasting(await world.read(lived.id));
  expect(stays.files).toHaveLength(4);

  expect((await world.erase(lived.id)).body).toEqual({ success: true, message: 'Applicant erased.' });
  // At once, before any sweep.
  const report = await LISTS.report(account, { pathParameters: { id: lived.id } });
  expect([report.status, foundIn(report.body, words)]).toEqual([200, []]);
  expect(report.body.data.erasedAt).toMatch(/^20/);
  expect(foundIn(await world.read(lived.id), words)).toEqual([]);
  expect(foundIn((await LISTS.applicants(account)).body, words)).toEqual([]);

  await world.sweep();
  expect(inItems(await everyItem(), words)).toEqual([]);
  expect([...files.kept.values()].flatMap((file) => foundIn(file, words))).toEqual([]);
  await world.sweep(11 * 60_000);
  const items = await everyItem();
  expect(inItems(items, words)).toEqual([]);
  expect(items.filter((item) => String(item['gsi4pk']).startsWith('ERASURES'))).toEqual([]);
  // Sealed data reveals no words, and is deleted together with them.
  const sealed = (one: LivedApplicant) => items.filter(({ pk }) => pk.startsWith('EVIDENCE#') && pk.endsWith(one.id));
  expect([sealed(lived).length, sealed(other).length > 0]).toEqual([0, true]);
  expect(foundIn(await everyAnswer(world, lived), words)).toEqual([]);
  expect(foundIn(logged, words)).toEqual([]);
  expect(files.kept.size).toBe(0);

  const erased = await world.read(lived.id);
  expect(lasting(erased)).toEqual(stays);
  expect(erased).toMatchObject({ subject: {}, referenceId: null, answers: {}, decisionReason: 'reviewer_decision' });
  // Another applicant has lost nothing.
  expect(other.requested.referenceId).toBe(items.find(({ id }) => id === other.id)?.['referenceId']);
});

test('no search and no reference finds an erased applicant, and every total counts it', {
  timeout: 60_000,
}, async () => {
  const world = await erasureWorld({ modules: ['business_profile', 'cac_verification'] });
  const { account, widget } = world;
  const lived = await liveThrough(world);
  const { subject, referenceId } = lived.requested;
  const filters = [
    { search: subject['businessName']?.slice(3) },
    { search: subject['registrationNumber'] },
    { search: referenceId },
    { referenceId },
  ];
  const totals = async (query: object) =>
    Promise.all(
      [
        LISTS.applicants(account, { query: { ...query } }),
        LISTS.ofWidget(account, { pathParameters: { id: widget.id }, query: { ...query } }),
      ].map(async (answer) => (await answer).body.pagination.total),
    );
  for (const filter of filters) expect(await totals(filter)).toEqual([1, 1]);
  await world.erase(lived.id);
  for (const filter of filters) expect(await totals(filter)).toEqual([0, 0]);
  expect(await totals({ page: '1' })).toEqual([1, 1]);
  expect(await totals({ createdBy: 'account' })).toEqual([1, 1]);
  await world.sweep();
  for (const filter of filters) expect(await totals(filter)).toEqual([0, 0]);
  const { status } = await world.read(lived.id);
  expect(await totals({ status })).toEqual([1, 1]);
});
