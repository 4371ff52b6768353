import { randomUUID } from 'node:crypto';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { check, put } from '#shared/db/expressions';
import { makeTable } from '#shared/db/operations';
import { mockAws } from '#tests/support/mock-aws';

const newKey = () => ({ pk: randomUUID(), sk: 'ITEM' });

const mock = mockAws(DynamoDBDocumentClient);
const waits: number[] = [];
beforeEach(() => {
  mock.reset();
  waits.length = 0;
});

const retry = {
  attempts: 3,
  wait: async (attempt: number) => {
    waits.push(attempt);
  },
};
const troubled = makeTable(mock as unknown as DynamoDBDocumentClient, 'table', retry);

const cancelled = (...codes: string[]) =>
  Object.assign(new Error('cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

test('a transaction that conflicts is retried with the same request token', async () => {
  mock.on(TransactWriteCommand).rejectsOnce(cancelled('None', 'TransactionConflict')).resolves({});
  expect(await troubled.transact([put(newKey()), put(newKey())])).toStrictEqual({ written: true });
  const tokens = mock.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken);
  expect(tokens).toHaveLength(2);
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('conflicts that outlast the retries are an error, after as many tries as the policy says', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
  await expect(troubled.transact([put(newKey()), put(newKey())])).rejects.toThrow('cancelled');
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(4);
});

test('a failed condition beside a conflict is tried again, because it may show half of another transaction', async () => {
  mock
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled('TransactionConflict', 'ConditionalCheckFailed'))
    .rejectsOnce(cancelled('ConditionalCheckFailed', 'ConditionalCheckFailed'));
  const result = await troubled.transact({ first: put(newKey()), none: undefined, second: put(newKey()) });
  expect(result).toStrictEqual({
    written: false,
    refusals: { first: { found: undefined }, second: { found: undefined } },
  });
});

test('a failed condition that stays beside a conflict is a result', async () => {
  const patient = makeTable(mock as unknown as DynamoDBDocumentClient, 'table', {
    attempts: 40,
    wait: async () => undefined,
  });
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'ConditionalCheckFailed'));
  const result = await patient.transact({ first: put(newKey()), none: undefined, second: put(newKey()) });
  expect(result).toStrictEqual({ written: false, refusals: { second: { found: undefined } } });
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(4);
});

test('a transaction that DynamoDB rejects as invalid is an error at once', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('ValidationError', 'None'));
  await expect(troubled.transact([put(newKey()), put(newKey())])).rejects.toThrow('cancelled');
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

const requestedBatches = () =>
  mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['table']?.Keys);

test('items requested at one moment by independent callers are read in one call', async () => {
  const [first, second, missing] = [newKey(), newKey(), newKey()];
  mock.on(BatchGetCommand).resolves({ Responses: { table: [second, first] } });
  const later = async () => {
    for (let step = 0; step < 20; step++) await undefined;
    return troubled.get(second);
  };
  const read = Promise.all([troubled.get(first), later(), troubled.getMany([missing, first])]);
  expect(await read).toStrictEqual([first, second, [undefined, first]]);
  expect(requestedBatches()).toStrictEqual([[first, missing, second]]);
  expect(mock.commandCalls(GetCommand)).toHaveLength(0);
});

test('an item requested alone is not read in a batch, however often it is requested at one moment', async () => {
  const key = newKey();
  mock.on(GetCommand).resolves({ Item: key });
  expect(await Promise.all([troubled.get(key), troubled.get(key)])).toStrictEqual([key, key]);
  expect(mock.commandCalls(GetCommand)).toHaveLength(1);
  expect(await troubled.get(key)).toStrictEqual(key);
  expect(mock.commandCalls(GetCommand)).toHaveLength(2);
  expect(requestedBatches()).toStrictEqual([]);
});

test('no batch requests more than the hundred that DynamoDB accepts', async () => {
  mock.on(BatchGetCommand).resolves({});
  await Promise.all(Array.from({ length: 150 }, () => troubled.get(newKey())));
  expect(requestedBatches().map((requested) => requested?.length)).toStrictEqual([100, 50]);
});

test('every caller of a batch gets its failure', async () => {
  mock.on(BatchGetCommand).rejects(new Error('no table'));
  const outcomes = await Promise.allSettled([troubled.get(newKey()), troubled.get(newKey())]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['rejected', 'rejected']);
});

test('keys that a batch left unprocessed are requested again, after a pause', async () => {
  const [first, second] = [newKey(), newKey()];
  mock
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { table: [first] }, UnprocessedKeys: { table: { Keys: [second] } } })
    .resolves({ Responses: { table: [second] } });
  expect(await troubled.getMany([first, second])).toStrictEqual([first, second]);
  expect(waits).toStrictEqual([1]);
  expect(requestedBatches()).toStrictEqual([[first, second], [second]]);
});

test('a batch that never processes all its keys is an error, never a gap', async () => {
  const [key, other] = [newKey(), newKey()];
  mock.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [key] } } });
  await expect(troubled.getMany([key, other])).rejects.toThrow('unprocessed');
});

test('a check alone is a programming error', async () => {
  await expect(troubled.write(check(newKey(), { pk: 'exists' }))).rejects.toThrow(TypeError);
});
