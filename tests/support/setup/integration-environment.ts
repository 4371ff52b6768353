import { globSync } from 'node:fs';
import { afterAll, afterEach, expect, inject, vi } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import type { ApiHandler, ServedEndpoint } from '#shared/http/endpoint';
import type { Effect } from '#shared/platform/effect';
import {
  asFunction,
  type DeclaredFunction,
  guardedTable,
  keepTouched,
  recordUndeclaredError,
  takeUndeclared,
  takeUndeclaredErrors,
} from '#tests/support/function-access';

// Before a test file imports a module, because some modules read their settings when they are loaded.
const endpoints = inject('databaseEndpoints');
Object.assign(process.env, inject('integrationEnvironment'), {
  AWS_ENDPOINT_URL: endpoints[Number(process.env['VITEST_POOL_ID']) % endpoints.length],
});

// Log lines would obscure the report, except those of errors that a failed test may have met. Tests of what is logged
// pass a sink of their own.
const { errorLines } = vi.hoisted(() => ({ errorLines: [] as string[] }));
vi.mock('#shared/platform/standard-output', () => ({
  toStandardOutput: (line: string) => {
    if (line.includes('"level":"error"')) errorLines.push(line);
  },
}));
afterEach(({ task }) => {
  const lines = errorLines.splice(0);
  if (task.result?.state === 'fail') for (const line of lines.slice(0, 20)) process.stderr.write(`${line}\n`);
});

// Thousands of hashes at the real cost would take longer than everything else. tests/unit/auth/passwords.test.ts tests
// the real cost.
vi.mock('#shared/auth/passwords/password-cost', () => ({ PASSWORD_COST: { memory: 64, passes: 1, parallelism: 1 } }));

/**
 * The functions of consumers that tests call besides the handlers, which process one message or one run: module and
 * name.
 */
const WORK: Readonly<Record<string, readonly (readonly [module: string, name: string])[]>> = {
  'publish-events': [['#shared/events/publish-records', 'publishRecords']],
  'sweep-events': [['#shared/events/event-sweep', 'sweepEvents']],
  'assess-applicant': [['#shared/onboarding/assessment/assessment-run', 'assessSubmission']],
  'send-codes': [['#shared/auth/code-orders/mail-orders', 'fulfilCodeOrder']],
  'send-mails': [
    ['#shared/mails/deliver-mail', 'deliverMail'],
    ['#shared/contact/contact-request', 'recordContact'],
  ],
  'suppress-addresses': [['#shared/mails/suppressed-addresses', 'suppressReported']],
  'mail-wallet-notices': [['#shared/wallet/wallet-notices', 'mailWalletNotice']],
  'top-up-wallets': [['#shared/wallet/auto-top-up', 'topUpWallet']],
  'expire-applicants': [
    ['#shared/onboarding/expiry/expire-applicants', 'expireApplicants'],
    ['#shared/onboarding/retention/apply-retention', 'applyRetentions'],
  ],
  'mail-applicant-notices': [['#shared/onboarding/notices/mail-applicant-notices', 'mailApplicantNotices']],
  'book-visit': [['#shared/addresses/book-visit', 'takeVisitStep']],
  'sweep-visits': [['#shared/addresses/sweep-visits', 'sweepVisits']],
  'write-export': [['#shared/onboarding/exports/write-export', 'writeExport']],
  'erase-chats': [['#shared/chat/erase-chats', 'eraseChats']],
  'erase-applicants': [['#shared/onboarding/erasure/erase-applicants', 'eraseApplicants']],
  'sweep-files': [['#shared/files/sweep-files', 'sweepFiles']],
  'fan-out-alerts': [['#shared/monitoring/fan-out/fan-out', 'takeFanOutStep']],
  'sweep-fan-outs': [['#shared/monitoring/fan-out/sweep-fan-outs', 'sweepFanOuts']],
  'plan-vendor-checks': [['#shared/monitoring/checks/plan-checks', 'planChecks']],
  'check-vendor': [['#shared/monitoring/checks/check-vendor', 'checkVendor']],
  'remind-of-obligations': [['#shared/compliance/send-reminders', 'sendReminders']],
  'renew-watches': [['#shared/monitoring/watches/renew-watches', 'renewWatches']],
  'mail-watch-notices': [['#shared/monitoring/watches/watch-notices', 'mailWatchNotice']],
  'plan-delivery': [['#shared/webhooks/deliveries/plan', 'planEvent']],
  'deliver-webhook': [['#shared/webhooks/deliveries/deliver', 'deliver']],
  'keep-lists': [
    ['#shared/webhooks/delivery-log/log-records', 'logRecords'],
    ['#shared/onboarding/applicants/facts-records', 'keepFacts'],
  ],
  'sweep-deliveries': [['#shared/webhooks/deliveries/sweep', 'sweepDeliveries']],
};

/** Wraps exported functions of a module, so that they run as a deployed function. */
const runAs = (declared: DeclaredFunction, module: string, names: readonly string[]): void => {
  vi.doMock(module, async (importOriginal) => {
    const original = await importOriginal<Readonly<Record<string, (...args: unknown[]) => unknown>>>();
    const asDeclared = (name: string) => [
      name,
      (...args: unknown[]) => asFunction(declared, () => original[name]?.(...args)),
    ];
    return { ...original, ...Object.fromEntries(names.map(asDeclared)) };
  });
};

/** Makes every table refuse accesses that the running function does not declare. */
const watchFunctions = (): void => {
  vi.doMock('#shared/http/declared-errors', async (importOriginal) => {
    const original = await importOriginal<typeof import('#shared/http/declared-errors')>();
    const noteUndeclared: typeof original.noteUndeclared = (contract, code) => {
      // Contracts that a test makes itself are not published.
      const isPublished = globSync(`functions/api/*/${contract.name}.contract.ts`).length > 0;
      if (isPublished && !original.declaredErrors(contract).includes(code)) {
        recordUndeclaredError(`${contract.name}: ${code}`);
      }
    };
    return { ...original, noteUndeclared };
  });
  vi.doMock('#shared/db/operations', async (importOriginal) => {
    const original = await importOriginal<typeof import('#shared/db/operations')>();
    const makeTable: typeof original.makeTable = (...args) => guardedTable(original.makeTable(...args));
    return { ...original, makeTable };
  });
  vi.doMock('#shared/http/serve', async (importOriginal) => {
    const original = await importOriginal<typeof import('#shared/http/serve')>();
    const watched = <Fx extends readonly Effect[]>(
      contract: DeclaredFunction,
      handler: ServedEndpoint<Fx>,
    ): ServedEndpoint<Fx> =>
      Object.assign((...args: Parameters<ApiHandler>) => asFunction(contract, () => handler(...args)), {
        with: (...args: Parameters<typeof handler.with>) => watched(contract, handler.with(...args)),
      });
    const serve: typeof original.serve = (contract, ...rest) => watched(contract, original.serve(contract, ...rest));
    return { ...original, serve };
  });
  vi.doMock('#shared/consumers/consumed', async (importOriginal) => {
    const original = await importOriginal<typeof import('#shared/consumers/consumed')>();
    const consumed: typeof original.consumed = (consumer, effects, kit, run) =>
      original.consumed(consumer, effects, kit, (...args) => asFunction(consumer, () => run(...args)));
    return { ...original, consumed };
  });
  for (const consumer of CONSUMERS) {
    const work = WORK[consumer.name] ?? [];
    for (const module of new Set(work.map(([itsModule]) => itsModule))) {
      runAs(
        consumer,
        module,
        work.flatMap(([itsModule, name]) => (itsModule === module ? [name] : [])),
      );
    }
  }
};

watchFunctions();

// A module mock survives a reset together with everything that it imported, so a new container needs new mocks.
const { resetModules } = vi;
vi.resetModules = () => {
  resetModules.call(vi);
  watchFunctions();
  return vi;
};

afterEach(() => {
  expect(takeUndeclared(), 'table calls that contracts or consumers do not declare').toEqual([]);
  expect(takeUndeclaredErrors(), 'errors that contracts do not declare').toEqual([]);
});

afterAll(async () => {
  if (process.env['TABLE_NAME'] === inject('integrationEnvironment')['TABLE_NAME']) {
    const [{ serviceTable }, { DEFAULT_RATES, readRates }] = await Promise.all([
      import('#shared/db/client'),
      import('#shared/wallet/rates'),
    ]);
    const message = 'a price was changed in the table of all files: give the file that does so its own (useOwnTable)';
    expect(await readRates(serviceTable()), message).toEqual(DEFAULT_RATES);
  }
});

afterAll(() => {
  vi.resetModules = resetModules;
  keepTouched(inject('touchedFolder'));
});
