import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { settleRecords } from '#shared/consumers/consume-stream';
import { remove } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { readLogPage } from '#shared/webhooks/delivery-log/log-pages';
import { type LogRecordsEffects, logRecords } from '#shared/webhooks/delivery-log/log-records';
import { deliveryState, stateRecord } from '#tests/support/logged-deliveries';
import { memoryTable } from '#tests/support/memory-table';
import { recordedEffects } from '#tests/support/recorded-effects';

/** Logs a batch as the function does. */
const logBatch = async (records: readonly DynamoDBRecord[], effects: LogRecordsEffects) =>
  settleRecords(records, await logRecords(records, effects));

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const FIRST = 'whk_01KAJ3W4C7E9G2J5M8P1R4T6V0';
const SECOND = 'whk_01KAJ3W4C7E9G2J5M8P1R4T6V1';

const stateOf = (registrationId: string) =>
  deliveryState(registrationId, { status: 'delivered', createdAt: isoTime(NOW_MS) });

/** The handler over a table, with its log lines and counts. */
const setUp = (table: Table = memoryTable()) => {
  const recorded = recordedEffects(table, NOW_MS);
  const total = async (registrationId: string) =>
    (await readLogPage(table, registrationId, {}, { page: 1, limit: 10 }, NOW_MS)).total;
  return { ...recorded, total };
};

/** A table that refuses to write the log of one registration. */
const without = (registrationId: string): Table => {
  const table = memoryTable();
  return {
    ...table,
    write: async (operation) => {
      if (JSON.stringify(operation).includes(registrationId)) throw new Error('Throttled');
      return table.write(operation);
    },
  };
};

describe('a batch of changes of deliveries', () => {
  test('is logged by registration', async () => {
    const { effects, total } = setUp();
    const states = [stateOf(FIRST), stateOf(SECOND), stateOf(FIRST)];
    const response = await logBatch(
      states.map((state, index) => stateRecord(state, index)),
      effects,
    );
    expect(response).toStrictEqual({ batchItemFailures: [] });
    expect([await total(FIRST), await total(SECOND)]).toStrictEqual([2, 1]);
  });

  test('returns the records of the registrations that could not be logged, and logs the others', async () => {
    const { effects, total, lines } = setUp(without(FIRST));
    const records = [stateOf(SECOND), stateOf(FIRST), stateOf(SECOND), stateOf(FIRST)].map(stateRecord);
    const response = await logBatch(records, effects);
    expect(response.batchItemFailures).toStrictEqual([{ itemIdentifier: '1' }, { itemIdentifier: '3' }]);
    expect([await total(FIRST), await total(SECOND)]).toStrictEqual([0, 2]);
    const failed = { code: 'MESSAGE_FAILED', registrationId: FIRST };
    expect(lines).toMatchObject([failed, failed]);
  });

  test('fails if none of it could be logged', async () => {
    const { effects } = setUp(without(FIRST));
    await expect(logBatch([stateRecord(stateOf(FIRST), 1)], effects)).rejects.toThrow('None of 1');
  });

  test('continues after a record that cannot be parsed, and reports it', async () => {
    const { effects, total, lines, counted } = setUp();
    const unknown = { ...stateOf(FIRST), status: 'teleported' } as unknown as ReturnType<typeof stateOf>;
    const later = { ...stateOf(FIRST), event: 'event.of.a.later.version' };
    const records = [stateRecord(unknown, 1), stateRecord(stateOf(FIRST), 2), stateRecord(later, 3), {}];
    const response = await logBatch(records, effects);
    expect(response).toStrictEqual({ batchItemFailures: [] });
    expect(await total(FIRST)).toBe(1);
    expect(lines.map(({ code }) => code)).toStrictEqual(Array(3).fill('DELIVERY_NOT_LOGGED'));
    expect(counted).toStrictEqual(Array(3).fill('DeliveriesNotLogged'));
  });

  test('begins a page again that expires while it is written', async () => {
    const inner = memoryTable();
    const { effects, total, lines } = setUp({
      ...inner,
      write: async (operation) => {
        const isChange = operation.kind === 'put' && !('pk' in operation.when);
        if (isChange && operation.item.pk.includes(FIRST)) await inner.write(remove(operation.item));
        return inner.write(operation);
      },
    });
    const state = { ...stateOf(FIRST), status: 'pending' } as const;
    await logBatch([stateRecord(state, 1)], effects);
    const next = { ...state, status: 'delivered', version: 2 } as const;
    const response = await logBatch([stateRecord(next, 2), stateRecord(stateOf(SECOND), 3)], effects);
    expect(response).toStrictEqual({ batchItemFailures: [] });
    expect([await total(FIRST), await total(SECOND), lines]).toStrictEqual([1, 1, []]);
  });

  test('reports a change that fails for minutes although the table is within reach, and logs the others', async () => {
    const inner = memoryTable();
    const bad = stateOf(FIRST);
    const { effects, total, lines, counted } = setUp({
      ...inner,
      write: async (operation) => {
        if (JSON.stringify(operation).includes(bad.deliveryId.slice('whd_'.length))) throw new Error('Refused');
        return inner.write(operation);
      },
    });
    const record = (state: typeof bad, sequence: number, minutes: number): DynamoDBRecord => {
      const { dynamodb, ...rest } = stateRecord(state, sequence);
      const writtenAtSeconds = (NOW_MS - minutes * 60_000) / 1000;
      return { ...rest, dynamodb: { ...dynamodb, ApproximateCreationDateTime: writtenAtSeconds } } as DynamoDBRecord;
    };
    const soon = await logBatch([record(bad, 1, 1), record(stateOf(FIRST), 2, 1)], effects);
    expect(soon).toStrictEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect([await total(FIRST), counted]).toStrictEqual([1, []]);
    expect(await logBatch([record(bad, 1, 10)], effects)).toStrictEqual({ batchItemFailures: [] });
    expect(lines.at(-1)).toMatchObject({ code: 'DELIVERY_NOT_LOGGED', registrationId: FIRST });
    expect(counted).toStrictEqual(['DeliveriesNotLogged']);
  });
});
