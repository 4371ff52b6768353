import { MAIN_CASES } from '#tests/bench/calls/all';
import { startCloud } from '#tests/bench/cloud/cloud';
import { measureCosts, type TableCost } from '#tests/bench/cloud/costs';
import { readCosts, writeCosts } from '#tests/bench/cloud/costs-file';
import type { Row } from '#tests/bench/measured';
import type { Benchmark } from '#tests/bench/report';
import { sized } from '#tests/bench/size';

/** The functions with a main case; a small run tries a few. */
const FUNCTIONS = sized(Object.keys(MAIN_CASES), ['read-me', 'create-applicant', 'deliver-webhook']);

const rowOf = (name: string, { trips, calls, readUnits, writeUnits }: TableCost): Row => ({
  function: name,
  trips,
  'read units': readUnits,
  'write units': writeUnits,
  calls: calls.join(', '),
});

/** The DynamoDB calls of every endpoint and consumer. */
export const dynamoDb: Benchmark = {
  name: 'dynamodb',
  measures: 'sequential trips, read and write units of the main case of every function, in a warm container',
  isKeptElsewhere: true,
  run: async (report, options) => {
    const cloud = await startCloud();
    try {
      const costs = await measureCosts(cloud, FUNCTIONS);
      report.table(
        'Units as AWS bills them. A call is written behind the number of the trip that it belongs to.',
        Object.entries(costs).map(([name, cost]) => rowOf(name, cost)),
      );
      if (options.has('--accept')) {
        await writeCosts(costs);
        report.aside('Accepted: tests/bench/dynamodb-costs.json was written.');
      } else if (JSON.stringify(costs) !== JSON.stringify(readCosts())) {
        report.aside('Not what tests/bench/dynamodb-costs.json says: `npm run bench -- dynamodb --accept` accepts it.');
      }
    } finally {
      await cloud.stop();
    }
  },
};
