import { serviceTable } from '#shared/db/client';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { eventWrite } from '#shared/monitoring/vendors/monitoring-event';
import { newWidget, toWidgetItem } from '#shared/onboarding/widgets/widget';
import { widgetListOf } from '#shared/onboarding/widgets/widget-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { walletKeys } from '#shared/wallet/keys';
import { nextEntry, toLedgerItem } from '#shared/wallet/ledger-entry';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { registered } from '#tests/bench/calls/consumers';
import { environmentOf, FILLED_REFERENCE, filledApplicants } from '#tests/bench/calls/filled-applicants';
import { invoke } from '#tests/bench/calls/invoke';
import { requestTo } from '#tests/bench/calls/main-case';
import { accountWithWallets, accountWithWidget } from '#tests/bench/calls/people';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { costOf } from '#tests/bench/cloud/costs';
import { fill } from '#tests/bench/cloud/fill';
import type { Row } from '#tests/bench/measured';
import type { Benchmark } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { storedAlerts } from '#tests/support/alerts';
import { checkAt } from '#tests/support/checks';
import { createCompanyFor } from '#tests/support/companies';
import { countsOf } from '#tests/support/counted-lists';
import { deliveryState } from '#tests/support/logged-deliveries';
import { memoryTable } from '#tests/support/memory-table';
import { TEST_VAULT_SECRET } from '#tests/support/vault';

const LENGTHS = sized((process.env['BENCH_LENGTHS'] ?? '10,1000,10000,100000').split(',').map(Number), [30]);
const PAGE = 20;

/** Deliveries that are logged together: few enough that the log in memory is searched fast. */
const LOGGED_AT_ONCE = 1_000;

type Headers = Readonly<Record<string, string>>;

/** A list filled to the requested length, with the call of its endpoint except for the page. */
interface FilledList {
  readonly endpoint: string;
  readonly headers: Headers;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Default: its endpoint. */
  readonly name?: string;
}

const ledgerOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { accountId, headers } = await accountWithWallets();
  const added = {
    type: 'credit',
    amountKobo: 1,
    actionKey: null,
    description: 'Wallet top-up',
    reference: null,
  } as const;
  const entries = function* (): Generator<Item> {
    const owner = { accountId, environment: 'live', debitCount: 0 } as const;
    for (let made = 0; made < length; made++) {
      const end = { ...owner, balanceKobo: made, entryCount: made, creditCount: made };
      yield toLedgerItem(nextEntry(end, added, Date.now()));
    }
  };
  await fill(cloud, entries());
  // The ledger is read as far as its wallet knows it.
  const set = { entryCount: length, settledCount: length, creditCount: length };
  await serviceTable().write(update(walletKeys.wallet(accountId, 'live'), { set, when: { pk: 'exists' } }));
  return [{ endpoint: 'list-transactions', headers }];
};

const applicantsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { account, widget, endMs } = await filledApplicants(cloud, length, PAGE);
  const { headers } = account;
  const from = isoTime(endMs - Math.ceil(length / 4));
  const referenceId = FILLED_REFERENCE;
  return [
    { endpoint: 'list-applicants', headers },
    { name: 'list-applicants, by status', endpoint: 'list-applicants', headers, query: { status: 'requires_review' } },
    { name: 'list-applicants, searched', endpoint: 'list-applicants', headers, query: { search: 'adire' } },
    {
      name: 'list-applicants, of an environment',
      endpoint: 'list-applicants',
      headers,
      query: { environment: 'live' },
    },
    { name: 'list-applicants, of a period', endpoint: 'list-applicants', headers, query: { from } },
    { name: 'list-applicants, of a reference', endpoint: 'list-applicants', headers, query: { referenceId } },
    { endpoint: 'list-widget-applicants', headers, pathParameters: { id: widget.id } },
  ];
};

const widgetsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { account, widget } = await accountWithWidget();
  const others = function* (): Generator<Item> {
    // Not copies, because a signing secret is sealed for its widget.
    for (let made = 2; made <= length; made++) {
      const owner = { accountId: account.accountId, environment: environmentOf(made) };
      yield toWidgetItem(newWidget(owner, widget, TEST_VAULT_SECRET, Date.now()), made);
    }
  };
  await fill(cloud, others());
  await fill(cloud, countsOf(widgetListOf(account), length, environmentOf));
  return [{ endpoint: 'list-widgets', headers: account.headers }];
};

const deliveriesOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { account, registration } = await registered();
  const { registrationId, accountId } = registration;
  const startMs = Date.now() - length;
  const stateOf = (number: number) =>
    deliveryState(registrationId, {
      accountId,
      status: number % 10 === 0 ? 'failed' : 'delivered',
      event: number % 2 === 0 ? 'kyb.applicant.decision' : 'kyb.applicant.created',
      createdAt: isoTime(startMs + number),
    });
  const table = memoryTable();
  for (let logged = 0; logged < length; logged += LOGGED_AT_ONCE) {
    const count = Math.min(LOGGED_AT_ONCE, length - logged);
    const states = Array.from({ length: count }, (_, index) => stateOf(logged + index + 1));
    await logDeliveries(registrationId, states, { table, clock: Date.now });
  }
  await fill(cloud, table.items());
  const list = { endpoint: 'list-deliveries', headers: account.headers, pathParameters: { id: registrationId } };
  const from = isoTime(startMs + Math.floor(length / 4));
  return [list, { ...list, name: 'list-deliveries, filtered', query: { status: 'failed', from } }];
};

const alertsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { accountId, headers } = await accountWithWallets();
  const vendorId = newId('cmp', Date.now());
  const stateOf = (number: number) => ({
    severity: SEVERITIES[number % SEVERITIES.length] ?? 'LOW',
    read: number % 3 === 0,
  });
  await fill(cloud, storedAlerts({ accountId, environment: 'live' }, vendorId, length, stateOf));
  const list = { endpoint: 'list-alerts', headers };
  return [
    list,
    { ...list, name: 'list-alerts, unread', query: { read: 'false' } },
    { ...list, name: 'list-alerts, of a vendor and severity', query: { vendorId, severity: 'HIGH' } },
  ];
};

/** The items of writes that put them. */
const putItem = (write: WriteOperation): Item => {
  if (write.kind !== 'put') throw new Error('A new record is put');
  return write.item;
};

/** Checks of four alternating modules, a minute apart. */
const verificationsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { accountId, headers } = await accountWithWallets();
  const startMs = Date.now() - length * 60_000;
  const companyId = newId('cmp', startMs);
  const modules = ['cac_verification', 'tin_verification', 'bank_account_verification', 'pep_screening'] as const;
  const checks = function* (): Generator<Item> {
    for (let number = 0; number < length; number++) {
      const atMs = startMs + number * 60_000;
      const check = checkAt({ accountId, environment: 'live' }, atMs, {
        companyId: number % 2 === 0 ? companyId : null,
        moduleId: modules[number % modules.length] ?? 'cac_verification',
        ...(number % 10 === 0 && { status: 'failed', reasonCodes: ['name_mismatch'] }),
        transactionId: newId('txn', atMs),
      });
      yield putItem(check);
    }
  };
  await fill(cloud, checks());
  const list = { endpoint: 'list-verifications', headers };
  return [
    list,
    { ...list, name: 'list-verifications, by type', query: { type: 'tin' } },
    { ...list, name: 'list-verifications, by status', query: { status: 'failed' } },
    { ...list, name: 'list-verifications, of a company', query: { companyId } },
    { ...list, name: 'list-verifications, of a week', query: { from: isoTime(Date.now() - 7 * 24 * 60 * 60_000) } },
  ];
};

/** Events of two alternating kinds, an hour apart, about a vendor that the account owns. */
const vendorEventsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const account = await accountWithWallets();
  const { id: vendorId, environment } = await createCompanyFor(account, { environment: 'live' });
  const startMs = Date.now() - length * 60 * 60_000;
  const events = function* (): Generator<Item> {
    for (let number = 1; number <= length; number++) {
      const atMs = startMs + number * 60 * 60_000;
      const event = eventWrite({
        eventId: newId('evt', atMs),
        vendorId,
        environment,
        kind: number % 2 === 0 ? 'adverse_media' : 'litigation',
        severity: 'MEDIUM',
        source: 'The Punch',
        headline: 'Haulier under investigation',
        url: 'https://punch.example/haulier',
        whatChanged: 'An investigation was reported.',
        agentName: 'adverse-media',
        deltaHundredths: -800,
        effectiveDeltaHundredths: 0,
        number,
        createdAt: isoTime(atMs),
      });
      yield putItem(event);
    }
  };
  await fill(cloud, events());
  const list = { endpoint: 'list-vendor-events', headers: account.headers, pathParameters: { vendorId } };
  return [
    list,
    { ...list, name: 'list-vendor-events, by kind', query: { kind: 'litigation' } },
    { ...list, name: 'list-vendor-events, of a month', query: { from: isoTime(Date.now() - 30 * 24 * 60 * 60_000) } },
  ];
};

const pageCost = async (
  cloud: BenchCloud,
  { endpoint, name: _, ...request }: FilledList,
  page: number,
): Promise<string> => {
  const query = { ...request.query, page: String(page), limit: String(PAGE) };
  const event = requestTo(endpoint, { ...request, query });
  const { result, calls } = await cloud.record(() => invoke(endpoint, event));
  const { pagination, code } = JSON.parse(result.body ?? '{}');
  const isRefused = result.statusCode === 422;
  if (!isRefused && pagination?.page !== page) throw new Error(`${endpoint} answered no such page: ${result.body}`);
  const { trips, readUnits } = costOf(calls);
  const cost = `${readUnits} units, ${trips} ${trips === 1 ? 'trip' : 'trips'}`;
  return isRefused ? `422 ${code} after ${cost}` : cost;
};

/** The cost of pages of lists of every length. The totals are part of each page, so no call is made only for them. */
export const lists: Benchmark = {
  name: 'lists',
  measures: 'read units and trips of the first and a middle page, with its totals, of lists of four lengths',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const rows: Row[] = [];
      for (const length of LENGTHS) {
        const lists = [ledgerOf, applicantsOf, widgetsOf, deliveriesOf, alertsOf, verificationsOf, vendorEventsOf].map(
          (filled) => filled(cloud, length),
        );
        for (const list of (await Promise.all(lists)).flat()) {
          // Once, to warm up the container.
          await pageCost(cloud, list, 1);
          const middle = Math.max(1, Math.ceil(length / PAGE / 2));
          rows.push({
            list: list.name ?? list.endpoint,
            items: length,
            'page 1': await pageCost(cloud, list, 1),
            'middle page': await pageCost(cloud, list, middle),
          });
        }
      }
      report.table(
        `Pages of ${PAGE}; the session and what its account may do (2 units) and, where the surface is limited, its counter are in every figure.`,
        rows.sort((a, b) => String(a['list']).localeCompare(String(b['list']))),
      );
    } finally {
      await cloud.stop();
    }
  },
};
