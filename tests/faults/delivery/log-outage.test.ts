import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { settleRecords } from '#shared/consumers/consume-stream';
import type { Table } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { readLogPage } from '#shared/webhooks/delivery-log/log-pages';
import { type LogRecordsEffects, logRecords } from '#shared/webhooks/delivery-log/log-records';
import { deliveryState, stateRecord } from '#tests/support/logged-deliveries';
import { memoryTable } from '#tests/support/memory-table';
import { seededRandom } from '#tests/support/random';
import { makeLambdaStream } from './lambda-stream.ts';
import { virtualTime } from './time.ts';

/** Logs a batch as the function does. */
const logBatch = async (records: readonly DynamoDBRecord[], effects: LogRecordsEffects) =>
  settleRecords(records, await logRecords(records, effects));

const HOUR_MS = 3_600_000;
const REGISTRATION = 'whk_01KAJ3W4C7E9G2J5M8P1R4T6V0';

const settings = CONSUMERS.flatMap(({ name, trigger }) =>
  name === 'keep-lists' && trigger.kind === 'stream' ? [trigger] : [],
)[0];
if (!settings) throw new Error('Nothing logs deliveries');

test.each([true, false])(
  'an hour in which the table accepts no write leaves no delivery out of its list (partial responses: %s)',
  async (reportBatchItemFailures) => {
    const time = virtualTime();
    const startMs = time.clock();
    const stream = makeLambdaStream(time.clock, seededRandom(1), { ...settings, reportBatchItemFailures });
    const inner = memoryTable();
    const table: Table = {
      ...inner,
      write: async (operation) => {
        if (time.clock() < startMs + HOUR_MS) throw new Error('The table is out of reach');
        return inner.write(operation);
      },
    };
    const effects = { table, clock: time.clock, log: makeLogger({}, () => {}), metrics: () => {} };
    const deliveries = Array.from({ length: 120 }, (_, index) =>
      deliveryState(REGISTRATION, { status: 'pending', createdAt: isoTime(startMs + index * 20_000) }),
    );
    let sequence = 0;
    for (const pending of deliveries) {
      for (const [version, status] of (['pending', 'delivering', 'delivered'] as const).entries()) {
        stream.put(stateRecord({ ...pending, status, version: version + 1 }, ++sequence));
      }
    }
    for (let atMs = stream.nextAtMs(); atMs !== undefined; atMs = stream.nextAtMs()) {
      time.reach(atMs);
      await stream.invoke((records) => logBatch(records, effects));
    }
    expect(stream.discarded).toStrictEqual([]);
    const filter = { status: 'delivered', event: 'kyb.applicant.decision' } as const;
    const { total } = await readLogPage(table, REGISTRATION, filter, { page: 1, limit: 20 }, time.clock());
    expect(total).toBe(120);
    // As if nothing had happened: the order and the times are those of the deliveries.
    const { entries } = await readLogPage(table, REGISTRATION, {}, { page: 1, limit: 100 }, time.clock());
    expect(entries.map(({ createdAt }) => createdAt)).toStrictEqual(
      deliveries
        .map(({ createdAt }) => createdAt)
        .reverse()
        .slice(0, 100),
    );
  },
);
