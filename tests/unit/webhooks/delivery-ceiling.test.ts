import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import type { Trigger } from '#shared/consumers/consumer';
import { PAGE_EVENTS } from '#shared/events/feed-page';
import { MAX_ENTRIES } from '#shared/platform/event-bridge';
import { BREAKER_POLICY } from '#shared/webhooks/deliveries/limits/breaker';
import { ASSUMED } from '#tests/bench/prices';

const PAGE = readFileSync('docs/operate/performance.md', 'utf8').replaceAll(/ +/g, ' ');

const COSTS: Readonly<Record<string, { readonly trips: number; readonly writeUnits: number }>> = JSON.parse(
  readFileSync('tests/bench/dynamodb-costs.json', 'utf8'),
);

const { millisecondsOfATrip, millisecondsOfATransaction, millisecondsOfOurOwnCode } = ASSUMED;

/** The default quota of an on-demand table, and the initial capacity of a new one (AWS: Service quotas in DynamoDB). */
const TABLE_UNITS = { quota: 40_000, atFirst: 4_000 };

const triggerOf = <Kind extends Trigger['kind']>(name: string, kind: Kind): Extract<Trigger, { kind: Kind }> => {
  const trigger = CONSUMERS.find((consumer) => consumer.name === name)?.trigger;
  if (trigger?.kind !== kind) throw new TypeError(`${name} has no trigger of the kind ${kind}`);
  return trigger as Extract<Trigger, { kind: Kind }>;
};

const costOf = (name: string) => COSTS[name] ?? { trips: Number.NaN, writeUnits: Number.NaN };

const deliver = { maxConcurrency: Number.NaN, ...triggerOf('deliver-webhook', 'queue') };
const plan = { maxConcurrency: Number.NaN, ...triggerOf('plan-delivery', 'queue') };
const publish = triggerOf('publish-events', 'stream');

/** Rounded down to two significant digits. */
const aSecond = (atOnce: number, milliseconds: number): number => {
  const exact = (atOnce * 1000) / milliseconds;
  const unit = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Math.floor(exact / unit) * unit;
};

/** The POST, and the trips before and after it. */
const attemptMs = (postMs: number): number =>
  postMs + costOf('deliver-webhook').trips * millisecondsOfATrip + millisecondsOfOurOwnCode;

/** From the response of the write that takes the permit to the end of the write that returns it. */
const permitMs = (postMs: number): number => postMs + 2 * millisecondsOfATrip;

/** The trips, and the message of the delivery. */
const planMs = (costOf('plan-delivery').trips + 1) * millisecondsOfATrip + millisecondsOfOurOwnCode;

/**
 * The first event is put on the bus alone. Then the feeds of all accounts follow in parallel: the newest pages are read,
 * each page is written in turn, the page before a full one once more, and all events are marked.
 */
const publishMs = (ofOneAccount: number): number =>
  (1 + Math.ceil((publish.batchSize - 1) / MAX_ENTRIES)) * millisecondsOfATrip +
  (1 + Math.ceil(ofOneAccount / PAGE_EVENTS) + Math.floor(ofOneAccount / PAGE_EVENTS) + 1) * millisecondsOfATrip +
  millisecondsOfOurOwnCode;

const units = ['publish-events', 'plan-delivery', 'deliver-webhook', 'keep-lists']
  .map((name) => costOf(name).writeUnits)
  .reduce((sum, one) => sum + one, 0);

const attempts = deliver.maxConcurrency * deliver.batchSize;
const events = plan.maxConcurrency * plan.batchSize;
const { maxConcurrency: permits } = BREAKER_POLICY;
const planned = aSecond(events, planMs);
const ofMany = aSecond(publish.batchSize, publishMs(1));
const ofOne = aSecond(publish.batchSize, publishMs(publish.batchSize));
const written = aSecond(TABLE_UNITS.quota / units, 1000);

test.each([
  `| \`deliver-webhook\`: ${deliver.maxConcurrency} instances, batches of ${deliver.batchSize} | ${attempts} attempts | ${aSecond(attempts, attemptMs(100))} | ${aSecond(attempts, attemptMs(1000))} |`,
  `| one registration | ${permits} permits | ${aSecond(permits, permitMs(100))} | ${aSecond(permits, permitMs(1000))} |`,
  `| \`plan-delivery\`: ${plan.maxConcurrency} instances, batches of ${plan.batchSize} | ${events} events | ${planned} | ${planned} |`,
  `| \`publish-events\`: a batch of ${publish.batchSize} of each shard, of many accounts | ${publish.batchSize} events a shard | ${ofMany} | ${ofMany} |`,
  `| the same, when all are of one account | ${publish.batchSize} events a shard | ${ofOne} | ${ofOne} |`,
  `| DynamoDB's default quota of a table, 40,000 write units a second | ${units} units a delivery | ${written} | ${written} |`,
  `write units a second, which is ${aSecond(TABLE_UNITS.atFirst / units, 1000)} deliveries`,
  `a trip ${millisecondsOfATrip} ms, a transaction ${millisecondsOfATransaction}, our own code ${millisecondsOfOurOwnCode}`,
])('the page of performance calculates the ceiling of deliveries from the settings: %s', (line) => {
  expect(PAGE.replaceAll(/\n(?!\|)/g, ' ').replaceAll(/ +/g, ' ')).toContain(line);
});
