import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { stageConfig } from '#infra/stages';
import type { Trigger } from '#shared/consumers/consumer';
import { CHECK_SHARDS } from '#shared/monitoring/checks/keys';
import { ASSUMED, pricesOf } from '#tests/bench/prices';

const PAGE = readFileSync('docs/operate/performance.md', 'utf8').replaceAll(/ +/g, ' ');

interface Cost {
  readonly trips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

const COSTS: Readonly<Record<string, Cost>> = JSON.parse(readFileSync('tests/bench/dynamodb-costs.json', 'utf8'));

const VENDORS = 100_000;

/** How long one lookup at a source takes, and how many are made in sequence. */
const LOOKUPS = { millisecondsOfALookup: 500, lookupsInARow: 2 };

/** Each message is sent, received and deleted. */
const QUEUE_REQUESTS = 3;

const triggerOf = <Kind extends Trigger['kind']>(name: string, kind: Kind): Extract<Trigger, { kind: Kind }> => {
  const trigger = CONSUMERS.find((consumer) => consumer.name === name)?.trigger;
  if (trigger?.kind !== kind) throw new TypeError(`${name} has no trigger of the kind ${kind}`);
  return trigger as Extract<Trigger, { kind: Kind }>;
};

const costOf = (name: string): Cost =>
  COSTS[name] ?? { trips: Number.NaN, readUnits: Number.NaN, writeUnits: Number.NaN };

const check = costOf('check-vendor');
/** A run that hands out one check. */
const run = costOf('plan-vendor-checks');
const { everyMinutes } = triggerOf('plan-vendor-checks', 'schedule');
const { maxConcurrency = Number.NaN } = triggerOf('check-vendor', 'queue');

const { memoryMegabytes, region } = stageConfig('prod', { rateLimitScale: undefined, apiUrl: undefined });
const { dollarsPerMillion, dollarsPerGigabyteSecondArm } = pricesOf(region);

const runs = (24 * 60) / everyMinutes;
const whole = (number: number): string => Math.round(number).toLocaleString('en');
const dollars = (number: number): string => number.toFixed(2);

const readUnits = check.readUnits;
const writeUnits = check.writeUnits + run.writeUnits;
const checkMs =
  LOOKUPS.lookupsInARow * LOOKUPS.millisecondsOfALookup +
  (check.trips - 1) * ASSUMED.millisecondsOfATrip +
  ASSUMED.millisecondsOfATransaction +
  ASSUMED.millisecondsOfOurOwnCode;
const gigabyteSeconds = (VENDORS * checkMs * memoryMegabytes) / 1024 / 1000;
const dollarsADay =
  (VENDORS *
    (readUnits * dollarsPerMillion.readUnits +
      writeUnits * dollarsPerMillion.writeUnits +
      QUEUE_REQUESTS * dollarsPerMillion.sqsRequests +
      dollarsPerMillion.lambdaRequests)) /
    1e6 +
  gigabyteSeconds * dollarsPerGigabyteSecondArm;

test.each([
  `takes ${readUnits} read units, ${writeUnits} write units, ${QUEUE_REQUESTS} requests to the queue and ${whole(checkMs)} ms`,
  `lookups of ${LOOKUPS.millisecondsOfALookup} ms`,
  `${whole(VENDORS)} vendors a day take ${whole(VENDORS * readUnits)} read units, ${whole(VENDORS * writeUnits)} write units`,
  `${whole(VENDORS * QUEUE_REQUESTS)} requests, ${whole((VENDORS * checkMs) / 3_600_000)} hours of \`check-vendor\``,
  `cost ${dollars(dollarsADay)} dollars`,
  `get ${(VENDORS / 86_400).toFixed(1)} lookups a second each`,
  `in ${runs} runs a day of ${CHECK_SHARDS} queries at least`,
  `${maxConcurrency} workers make ${whole((maxConcurrency * 86_400_000) / checkMs)} checks a day`,
])('the page of performance calculates the cost of daily checks from the settings: %s', (line) => {
  expect(PAGE.replaceAll(/\n(?!\|)/g, ' ').replaceAll(/ +/g, ' ')).toContain(line);
});
