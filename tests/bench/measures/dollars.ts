import { CONTRACTS } from '#functions/api/contracts';
import { stageConfig } from '#infra/stages';
import { runMs, unitDollars } from '#tests/bench/bill/function-run';
import type { TableCost } from '#tests/bench/cloud/costs';
import { readCosts } from '#tests/bench/cloud/costs-file';
import type { Row } from '#tests/bench/measured';
import { ASSUMED, PRICES_AS_OF, pricesOf } from '#tests/bench/prices';
import { type Benchmark, rounded } from '#tests/bench/report';

const MAILS = new Set(['sign-up']);

const prod = stageConfig('prod', { rateLimitScale: undefined });
const prices = pricesOf(prod.region);
const { dollarsPerMillion } = prices;

/** The cost of a million runs of a function in dollars, by service. */
const functionDollars = (name: string, cost: TableCost) => {
  const gigabyteSeconds = (runMs(name, cost) / 1000) * (prod.memoryMegabytes / 1024) * 1_000_000;
  return {
    table: unitDollars(cost, prices) * 1e6,
    lambda: dollarsPerMillion.lambdaRequests + gigabyteSeconds * prices.dollarsPerGigabyteSecondArm,
    logs: (ASSUMED.logBytesOfARun / 1000) * prices.dollarsPerGigabyte.logsTaken,
    mail: MAILS.has(name) ? 3 * dollarsPerMillion.sqsRequests + dollarsPerMillion.sesMails : 0,
  };
};

const endpointRow = (name: string, cost: TableCost): Row => {
  const { table, lambda, logs, mail } = functionDollars(name, cost);
  const gateway = dollarsPerMillion.httpApiRequests;
  return {
    endpoint: name,
    'ms assumed': runMs(name, cost),
    DynamoDB: rounded(table, 2),
    Lambda: rounded(lambda, 2),
    'API Gateway': gateway,
    logs: rounded(logs, 2),
    mail,
    'dollars a million': rounded(table + lambda + gateway + logs + mail, 2),
  };
};

/**
 * The outbox item is included in the cost of the endpoint that writes it. A queue message is sent, received and
 * deleted. The log of deliveries is written from the table's stream, whose reads by Lambda are free.
 */
const webhookRows = (costs: Readonly<Record<string, TableCost>>): readonly Row[] => {
  const queue = 3 * dollarsPerMillion.sqsRequests;
  const nothing: TableCost = { trips: 0, calls: [], readUnits: 0, writeUnits: 0 };
  const steps = [
    { step: 'publish-events', more: dollarsPerMillion.eventBridgeEvents },
    { step: 'plan-delivery', more: queue },
    { step: 'deliver-webhook', more: queue },
    { step: 'keep-lists', more: 0 },
  ].map(({ step, more }) => {
    const { table, lambda, logs } = functionDollars(step, costs[step] ?? nothing);
    return {
      step,
      DynamoDB: table,
      Lambda: lambda,
      'bus and queues': more,
      logs,
      'dollars a million': table + lambda + more + logs,
    };
  });
  const total = steps.reduce((sum, step) => sum + step['dollars a million'], 0);
  return [
    ...steps.map((step) =>
      Object.fromEntries(
        Object.entries(step).map(([key, value]) => [key, typeof value === 'number' ? rounded(value, 2) : value]),
      ),
    ),
    { step: 'one webhook, delivered at once', 'dollars a million': rounded(total, 2) },
  ];
};

/** The cost of a million calls, calculated from the checked-in units. */
export const dollars: Benchmark = {
  name: 'dollars',
  measures: 'dollars of a million calls of each endpoint and of a million webhooks',
  isKeptElsewhere: true,
  run: async (report) => {
    const costs = readCosts();
    const rows = CONTRACTS.flatMap(({ name }) => (costs[name] ? [endpointRow(name, costs[name])] : []));
    report.table(
      'A million calls.',
      rows.sort((a, b) => Number(a['dollars a million']) - Number(b['dollars a million'])),
    );
    report.table('A million webhooks, nothing batched.', webhookRows(costs));
    report.note(
      `List prices of ${prod.region} of ${PRICES_AS_OF}, without free allowances and taxes. Units from tests/bench/dynamodb-costs.json.`,
    );
  },
};
