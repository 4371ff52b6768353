import { serviceTable } from '#shared/db/client';
import { type Item, put } from '#shared/db/expressions';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { fromApplicantItem, toApplicantItem } from '#shared/onboarding/applicants/applicant';
import { APPLICANT_STATUSES } from '#shared/onboarding/applicants/applicant-states';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { newWidget, toWidgetItem } from '#shared/onboarding/widgets/widget';
import { widgetListOf } from '#shared/onboarding/widgets/widget-repository';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { nextEntry, toLedgerItem } from '#shared/wallet/ledger-entry';
import { cellOf, deliveryLog, entryOf, toLogItem } from '#shared/webhooks/delivery-log/log-entry';
import { registered } from '#tests/bench/calls/consumers';
import { mustInvoke } from '#tests/bench/calls/invoke';
import { requestTo } from '#tests/bench/calls/main-case';
import { accountWithApplicants, accountWithWallets, accountWithWidget } from '#tests/bench/calls/people';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { costOf } from '#tests/bench/cloud/costs';
import { fill } from '#tests/bench/cloud/fill';
import type { Row } from '#tests/bench/measured';
import type { Benchmark } from '#tests/bench/report';
import { storedAlerts } from '#tests/support/alerts';
import { applicantListItems } from '#tests/support/applicant-lists';
import { countsOf } from '#tests/support/counted-lists';
import { deliveryState } from '#tests/support/logged-deliveries';
import { TEST_VAULT_SECRET } from '#tests/support/vault';

const LENGTHS = (process.env['BENCH_LENGTHS'] ?? '10,1000,100000').split(',').map(Number);
const PAGE = 20;

/** Both environments in turn, so that a session's pages are merged of two. */
const environmentOf = (number: number): Environment => (number % 2 === 1 ? 'sandbox' : 'live');

type Headers = Readonly<Record<string, string>>;

/** A list filled to the requested length: how to call its endpoint, without the page. */
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
  return [{ endpoint: 'list-transactions', headers }];
};

const applicantsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { account, widget, applicant } = await accountWithApplicants(1);
  const { accountId, headers } = account;
  const table = serviceTable();
  const stored = fromApplicantItem((await table.get(applicantKeys.applicant(applicant.id))) as Item);
  const copies = function* (): Generator<Item> {
    for (let made = 2; made <= length; made++) {
      const copy = { ...stored, id: newId('app', Date.now()), environment: environmentOf(made) };
      yield toApplicantItem(copy, { ofAccount: made, ofWidget: made, widget: 1 });
    }
  };
  await fill(cloud, copies());
  const startMs = Date.now();
  const listed = Array.from({ length }, (_, index) => ({
    number: index + 1,
    status: APPLICANT_STATUSES[index % APPLICANT_STATUSES.length] ?? 'created',
    createdBy: 'account' as const,
    environment: environmentOf(index + 1),
    createdAtMs: startMs - length + index,
    widgetNumber: 1,
    subject: { businessName: `Adire Market ${index} Ltd` },
    referenceId: null,
  }));
  await fill(cloud, applicantListItems(accountId, listed));
  await table.write(put(toWidgetItem({ ...widget, applicantCount: length }, 1), {}));
  return [
    { endpoint: 'list-applicants', headers },
    { name: 'list-applicants, by status', endpoint: 'list-applicants', headers, query: { status: 'requires_review' } },
    { name: 'list-applicants, searched', endpoint: 'list-applicants', headers, query: { search: 'adire' } },
    { endpoint: 'list-widget-applicants', headers, pathParameters: { id: widget.id } },
  ];
};

const widgetsOf = async (cloud: BenchCloud, length: number): Promise<readonly FilledList[]> => {
  const { account, widget } = await accountWithWidget();
  const others = function* (): Generator<Item> {
    // No copies: a signing secret is sealed for its widget.
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
  const entries = function* (): Generator<Item> {
    for (let number = 1; number <= length; number++) {
      const state = stateOf(number);
      yield toLogItem(entryOf(state, { number, createdAt: state.createdAt }), Date.now());
    }
  };
  await fill(cloud, entries());
  await fill(
    cloud,
    countsOf(deliveryLog(registrationId), length, (number) => cellOf(stateOf(number))),
  );
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

const pageCost = async (
  cloud: BenchCloud,
  { endpoint, name: _, ...request }: FilledList,
  page: number,
): Promise<string> => {
  const query = { ...request.query, page: String(page), limit: String(PAGE) };
  const event = requestTo(endpoint, { ...request, query });
  const { result, calls } = await cloud.record(() => mustInvoke(endpoint, event));
  const { pagination } = JSON.parse(result.body ?? '{}');
  if (pagination.page !== page) throw new Error(`${endpoint} answered another page`);
  const { trips, readUnits } = costOf(calls);
  return `${readUnits} units, ${trips} ${trips === 1 ? 'trip' : 'trips'}`;
};

/** The cost of pages of lists of every length. The totals come with each page: no call is made only for them. */
export const lists: Benchmark = {
  name: 'lists',
  measures: 'read units and trips of the first and a middle page, with its totals, of lists of three lengths',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const rows: Row[] = [];
      for (const length of LENGTHS) {
        const lists = [ledgerOf, applicantsOf, widgetsOf, deliveriesOf, alertsOf].map((filled) =>
          filled(cloud, length),
        );
        for (const list of (await Promise.all(lists)).flat()) {
          // Once for a warm container.
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
