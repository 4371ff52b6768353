import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { touchesTable } from '#shared/http/table-access';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { measureCost, measureGrowth } from '#tests/bench/cloud/costs';
import { readCosts } from '#tests/bench/cloud/costs-file';
import { readGrowth } from '#tests/bench/cloud/table-growth';
import { readUnits, writeUnits } from '#tests/bench/cloud/units';

/*
 * Only DynamoDB Local reports the consumed capacity, so these tests run in its suite. The ordinary suite does not have
 * to wait for Java.
 */

const accepted = readCosts();

test('every endpoint that calls the table has its costs recorded', () => {
  const expected = CONTRACTS.filter(touchesTable).map(({ name }) => name);
  expect(Object.keys(accepted)).toEqual(expect.arrayContaining(expected));
});

/** Whether a call begins with a single read of the API key in its example, which tells whose call it is. */
const carriesApiKey = ({ name, caller }: Contract): boolean =>
  caller === 'account' && accepted[name]?.calls.filter((call) => call.startsWith('1 ')).join() === '1 GetItem';

/**
 * The trips of an endpoint's own work, without those that identify the caller. An administrator's role is read before
 * anything else, and so is an API key. The first use of a key in an hour, which is not the main case, adds a write: it
 * is noted together with the writes, or after the reads.
 */
const tripsOf = (contract: Contract): number => {
  const trips = accepted[contract.name]?.trips ?? 0;
  return trips - (carriesApiKey(contract) || contract.caller === 'admin' ? 1 : 0);
};

/** The reads that take more than one trip, with the reason. Later pages of numbered and counted lists also take two. */
const READS_IN_MORE_TRIPS = {
  'list-companies': 'entries of all companies are searched, then the records of the page are read (decisions 32, 115)',
  'read-dispute-case': 'only the dispute names its event',
  'list-watches': 'the watches, then what the rows show: scores and names of vendors (decision 115)',
  'list-verifications': 'the checks of a page, then their evidence, which is kept apart (decision 115)',
  'read-monitoring-event': 'only the event names its vendor, whom the caller must watch or own',
  'list-media-mentions': 'the watches, the states of their vendors, the newest mentions of a page (decision 115)',
  'list-events': 'pages of the feed hold ids, so that an event is stored once (decisions 107, 115)',
};

test('a read makes at most one trip, except those with a reason', () => {
  const reads = CONTRACTS.filter(({ method }) => method === 'GET');
  const above = reads.filter((contract) => tripsOf(contract) > 1);
  expect(above.map(({ name }) => name)).toEqual(Object.keys(READS_IN_MORE_TRIPS));
});

const CLAIMS_ITS_KEY = 'it claims its idempotency key before it calls somebody outside (decision 3)';
const NAMES_ITS_FILES = 'it claims its idempotency key and names its files before they are kept (decisions 3, 41)';
const READS_THE_SCORE = 'upholding reads the event and the score of its vendor once the dispute is known (decision 46)';
const COUNTED_BY_ACCOUNT = 'it is counted for each account, which takes a trip to know the account';

/** The writes that take more than two trips, with the reason. */
const WRITES_IN_MORE_TRIPS = {
  'attach-file': NAMES_ITS_FILES,
  'add-company': CLAIMS_ITS_KEY,
  'add-dispute-documents': NAMES_ITS_FILES,
  'review-dispute': READS_THE_SCORE,
  'decide-sandbox-dispute': READS_THE_SCORE,
  'send-message':
    'three before the model: its chat, the company that only the chat names, and a hold with the claim (decision 49)',
  'add-watch': CLAIMS_ITS_KEY,
  'receive-address-callback': 'a visit whose company is another’s by now is ended again, without it',
  'complete-sandbox-address-verification': COUNTED_BY_ACCOUNT,
  'decide-sandbox-applicant': COUNTED_BY_ACCOUNT,
  'simulate-sandbox-monitoring-event': COUNTED_BY_ACCOUNT,
  'expire-sandbox-applicant': COUNTED_BY_ACCOUNT,
  'renew-sandbox-watch': COUNTED_BY_ACCOUNT,
  'deactivate-sandbox-webhook': COUNTED_BY_ACCOUNT,
  'verify-meter': `${COUNTED_BY_ACCOUNT}, and ${CLAIMS_ITS_KEY}`,
  'verify-utility-bill': NAMES_ITS_FILES,
  'verify-tin': NAMES_ITS_FILES,
  'verify-jtb-tin': NAMES_ITS_FILES,
  'verify-cac': NAMES_ITS_FILES,
  'start-top-up': CLAIMS_ITS_KEY,
  'complete-checkout': 'only its top-up says whose wallet to read',
  'resend-delivery': COUNTED_BY_ACCOUNT,
};

test('a write makes at most two trips, except those with a reason', () => {
  const writes = CONTRACTS.filter(({ method }) => method !== 'GET');
  const above = writes.filter((contract) => tripsOf(contract) > 2);
  expect(above.map(({ name }) => name)).toEqual(Object.keys(WRITES_IN_MORE_TRIPS));
});

describe('units are calculated as on AWS', () => {
  const item = (attributes: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries({ pk: 'a', sk: 'b', ...attributes }).map(([name, value]) => [name, { S: value }]),
    );

  test.each([
    ['a small item', undefined, item(), 1, 2],
    ['an item of 1,024 bytes', undefined, item({ x: 'y'.repeat(1017) }), 1, 2],
    ['an item with one byte more', undefined, item({ x: 'y'.repeat(1018) }), 2, 4],
    [
      'an item of 1,024 bytes, most of them binary',
      undefined,
      { ...item(), x: { B: Buffer.alloc(1017).toString('base64') } },
      1,
      2,
    ],
    ['a large item made small', item({ x: 'y'.repeat(2500) }), item(), 3, 6],
    ['a new entry of an index', undefined, item({ gsi1pk: 'g', gsi1sk: 'h' }), 2, 3],
    ['an entry that moves', item({ gsi1pk: 'g', gsi1sk: 'h' }), item({ gsi1pk: 'g', gsi1sk: 'i' }), 3, 4],
    ['a deleted item with an entry', item({ gsi1pk: 'g', gsi1sk: 'h' }), undefined, 2, 3],
  ])('%s', (_, before, after, alone, transacted) => {
    expect([writeUnits(before, after, false), writeUnits(before, after, true)]).toEqual([alone, transacted]);
  });

  test.each([
    ['a missing item', undefined, 1],
    ['an item of 4,096 bytes', item({ x: 'y'.repeat(4089) }), 1],
    ['an item with one byte more', item({ x: 'y'.repeat(4090) }), 2],
  ])('reading %s', (_, stored, units) => {
    expect(readUnits(stored)).toBe(units);
  });
});

describe.runIf(process.env['DDB_LOCAL'] === '1')('the DynamoDB calls of the main case are as recorded:', () => {
  let cloud: BenchCloud;
  beforeAll(async () => {
    cloud = await startCloud();
  }, 90_000);
  afterAll(() => cloud.stop());

  // Once more if it differs: ids and tokens are random, and a stored response that is compressed may be as large as a
  // kilobyte or a few bytes larger.
  test.each(Object.keys(MAIN_CASES))('%s', { retry: 1 }, async (name) => {
    expect(await measureCost(cloud, name)).toEqual(accepted[name]);
  });

  // The sizes of a few items depend on ids and digits, so what a function leaves is compared by what is large.
  test.each(['create-applicant', 'assess-applicant', 'publish-events', 'keep-lists'])(
    '%s leaves in the table what is recorded',
    async (name) => {
      const recorded = readGrowth()[name];
      const { bytes, units } = await measureGrowth(cloud, name);
      expect(units).toEqual(recorded?.units);
      expect(Object.keys(bytes)).toEqual(Object.keys(recorded?.bytes ?? {}));
      const total = (left: typeof bytes) =>
        Object.values(left)
          .flatMap((kept) => Object.values(kept).map(Number))
          .reduce((sum, one) => sum + one, 0);
      expect(total(bytes) / total(recorded?.bytes ?? {})).toBeCloseTo(1, 1);
    },
  );
});
