import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { CONSUMER_NOTES } from '#infra/alarms/consumers';
import { DASHBOARDS } from '#infra/alarms/dashboards';
import { ALARMS } from '#infra/alarms/list';
import { LOG_CODES } from '#shared/platform/log-codes';
import type { LogFields } from '#shared/platform/logger';
import { METRICS } from '#shared/platform/metrics';
import { SECURITY_EVENTS } from '#shared/platform/security-events';
import { withGenerated } from '#tests/support/generated-part';
import { alarmParts, queueNotes, scheduleNotes } from './alarm-reference.ts';

const PAGE = 'docs/operate/alarms.md';

/** The alarms with a runbook of their own. */
const runbooks = ALARMS.flatMap((entry) => ('looks' in entry ? [entry] : []));

test('the runbook has every alarm with what it means, what to look at and how to end it', async () => {
  await expect(withGenerated(PAGE, queueNotes(), scheduleNotes(), alarmParts())).toMatchFileSnapshot(
    `../../../${PAGE}`,
  );
});

test.each(ALARMS)('$name says what it means to a customer', ({ meansToCustomer }) => {
  expect(meansToCustomer).toMatch(/^[A-Z].{30,}\.$/);
});

test('an alarm that shares a runbook names one that has its own', () => {
  const shared = ALARMS.flatMap((entry) => ('sameAs' in entry ? [entry.sameAs] : []));
  expect(shared.filter((name) => !runbooks.some((one) => one.name === name))).toEqual([]);
});

test.each(runbooks)('$name has one to three things to look at, and how to end it', (entry) => {
  expect(entry.looks.length).toBeGreaterThanOrEqual(1);
  expect(entry.looks.length).toBeLessThanOrEqual(3);
  expect(entry.looks.some(({ run }) => run !== undefined)).toBe(true);
  expect(entry.end).toMatch(/^[A-Z`].{10,}\.$/);
});

test('no two alarms have the same name', () => {
  const names = ALARMS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every note is one of a consumer', () => {
  const names = CONSUMERS.map(({ name }) => name);
  expect(Object.keys(CONSUMER_NOTES).filter((name) => !names.includes(name))).toEqual([]);
});

test('every code that the runbook names is logged', () => {
  const texts = [
    ...runbooks.flatMap(({ looks, end }) => [...looks.map(({ run = '' }) => run), end]),
    ...Object.values(CONSUMER_NOTES),
  ];
  const named = texts.flatMap((text) => text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter((code) => !Object.hasOwn(LOG_CODES, code))).toEqual([]);
});

/** The fields of our log lines that the searches of the runbook use. */
const FIELDS: readonly string[] = [
  'accountId',
  'addressHash',
  'code',
  'durationMs',
  'errorCause',
  'errorCode',
  'errorName',
  'function',
  'level',
  'messageId',
  'moduleId',
  'reason',
  'reference',
  'registrationId',
  'route',
  'source',
  'surface',
  'widgetId',
] satisfies readonly (keyof LogFields | 'level' | 'code' | 'function')[];

/** What CloudWatch finds in any line, and in Lambda's reports. Source: AWS, "Supported logs and discovered fields". */
const OF_CLOUDWATCH = ['@type', '@log', '@duration', '@maxMemoryUsed'];

/** The words of the query language that the searches use. */
const LANGUAGE = ['filter', 'stats', 'count', 'avg', 'max', 'by', 'and', 'in', 'like'];

test('the searches of the runbook use the query language and fields that lines have', () => {
  const page = readFileSync(PAGE, 'utf8');
  const queries = [...page.matchAll(/`logs '([^`]+)'`/g)].map(([, query = '']) =>
    query.replaceAll(/"[^"]*"|\/[^/]*\//g, ''),
  );
  const counts = [...page.matchAll(/`lines [A-Z_]+ ([\w,]+)`/g)].map(([, fields = '']) => fields);
  expect(queries.length).toBeGreaterThan(5);
  expect(counts.length).toBeGreaterThan(15);
  const words = [...queries, ...counts].flatMap((text) => text.match(/@?[a-z]\w*/gi) ?? []);
  const known = [...FIELDS, ...OF_CLOUDWATCH, ...LANGUAGE];
  expect([...new Set(words)].filter((word) => !known.includes(word))).toEqual([]);
  expect(FIELDS.filter((field) => !words.includes(field))).toEqual([]);
});

test.each(Object.entries(SECURITY_EVENTS))('the count of %s has an alarm', (_, metric) => {
  const sources = ALARMS.flatMap(({ source }) => ('own' in source ? [source.own] : []));
  expect(sources).toContain(metric);
});

/** The own metrics of all graphs, each as often as a graph has it. */
const shown = DASHBOARDS.flatMap(({ graphs }) =>
  graphs.flatMap(({ lines }) => Object.values(lines).flatMap((source) => ('own' in source ? [source.own] : []))),
);

test('every metric of the service is on one graph of the dashboards', () => {
  expect([...shown].sort()).toEqual(Object.keys(METRICS).sort());
});

test.each(DASHBOARDS)('the dashboard $name has at most 50 metrics, for which AWS charges nothing', ({ graphs }) => {
  const lines = graphs.flatMap((graph) => Object.keys(graph.lines));
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(DASHBOARDS.length).toBeLessThanOrEqual(3);
});
