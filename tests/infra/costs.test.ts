import { expect, test } from 'vitest';
import { METRICS } from '#shared/platform/metrics';
import { totalsOf } from '#tests/bench/bill/bill';
import { billTable } from '#tests/bench/bill/page';
import { pageUsages, stageBill } from '#tests/bench/bill/stage-bill';
import { ACTIVITIES } from '#tests/bench/bill/usage';
import { readCosts } from '#tests/bench/cloud/costs-file';
import { readGrowth } from '#tests/bench/cloud/table-growth';
import { hotKeysTable, quotasTable, storedTable } from '#tests/bench/growth/page';
import { withGenerated } from '#tests/support/generated-part';
import { BACKUP } from './backup-setting.ts';
import { alarmsOf, synthesize, synthesizeConfig, withEdge } from './synthesis.ts';

const prod = synthesize('prod');
const [idle, some, many] = pageUsages().map((usage) => stageBill(usage, prod)) as [
  ReturnType<typeof stageBill>,
  ReturnType<typeof stageBill>,
  ReturnType<typeof stageBill>,
];

test('the page of costs has the bill of today’s templates', async () => {
  const page = 'docs/operate/costs.md';
  await expect(withGenerated(page, billTable([idle, some, many]))).toMatchFileSnapshot(`../../${page}`);
});

test('the page of growth has what today’s functions leave, their caps and their quotas', async () => {
  const page = 'docs/operate/growth.md';
  const tables = [storedTable([some, many]), hotKeysTable(readGrowth()), quotasTable([some, many])];
  await expect(withGenerated(page, ...tables)).toMatchFileSnapshot(`../../${page}`);
});

test.each(['dev', 'staging', 'prod'] as const)('no resource of %s is without a price', (name) => {
  expect(stageBill(idle.usage, synthesize(name)).inventory.unpriced).toEqual([]);
});

test('what is off by default has a price too: edge, backups, traces, shifted traffic', () => {
  const everything = { backup: BACKUP, tracing: true, trafficShift: 'LambdaCanary10Percent5Minutes' } as const;
  const { inventory, lines } = stageBill(some.usage, synthesizeConfig({ ...withEdge(prod.config), ...everything }));
  expect(inventory.unpriced).toEqual([]);
  const services = lines.map(({ service }) => service);
  expect(services).toEqual(expect.arrayContaining(['WAF', 'AWS Backup', 'X-Ray']));
});

test('every function of an activity has its units and what it leaves recorded', () => {
  const functions = [...new Set(Object.values(ACTIVITIES).flatMap(Object.keys))];
  const touching = functions.filter((name) => (readCosts()[name]?.trips ?? 0) > 0);
  expect(touching.length).toBeGreaterThan(100);
  expect(touching.filter((name) => readGrowth()[name] === undefined)).toEqual([]);
});

const isWatching = (type: string): boolean => ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'].includes(type);

test('the bill follows the templates: a stage without alarms and dashboard costs that much less', () => {
  const stacks = Object.fromEntries(
    Object.entries(prod.stacks).map(([name, { Resources }]) => [
      name,
      { Resources: Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => !isWatching(Type))) },
    ]),
  );
  const unobserved = stageBill(idle.usage, { ...prod, stacks });
  const watching = idle.lines.filter(({ what }) => /alarms|dashboards/.test(what));
  const saved = watching.reduce((sum, { dollars }) => sum + dollars, 0);
  expect(saved).toBeGreaterThan(5);
  expect(totalsOf(idle.lines).dollars - totalsOf(unobserved.lines).dollars).toBeCloseTo(saved);
});

test('every query of an alarm is for a metric of the service, but the one for throttles of the table', () => {
  const others = idle.inventory.queriedMetrics.filter((name) => !Object.hasOwn(METRICS, name));
  expect(others).toEqual(['ThrottledRequests']);
  expect(idle.inventory.queriedMetrics.length).toBeLessThan(alarmsOf(prod).size);
});
