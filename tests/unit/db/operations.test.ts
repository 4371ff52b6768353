import { randomUUID } from 'node:crypto';
import { BatchGetCommand, DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { check, put } from '#shared/db/expressions';
import { makeTable } from '#shared/db/operations';

const newKey = () => ({ pk: randomUUID(), sk: 'ITEM' });

const mock = mockClient(DynamoDBDocumentClient);
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

test('a transaction that conflicts is tried again under the same request token', async () => {
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

test('a refused condition beside a conflict is an answer, not a reason to try again', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'ConditionalCheckFailed'));
  const result = await troubled.transact([put(newKey()), put(newKey())]);
  expect(result).toStrictEqual({ written: false, refusals: [undefined, { found: undefined }] });
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

test('a transaction that DynamoDB finds wrong is an error at once', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('ValidationError', 'None'));
  await expect(troubled.transact([put(newKey()), put(newKey())])).rejects.toThrow('cancelled');
  expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(1);
});

test('keys that a batch left unprocessed are asked for again, after a pause', async () => {
  const [first, second] = [newKey(), newKey()];
  mock
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { table: [first] }, UnprocessedKeys: { table: { Keys: [second] } } })
    .resolves({ Responses: { table: [second] } });
  expect(await troubled.getMany([first, second])).toStrictEqual([first, second]);
  expect(waits).toStrictEqual([1]);
  const asked = mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['table']?.Keys);
  expect(asked).toStrictEqual([[first, second], [second]]);
});

test('a batch that leaves keys unprocessed for ever is an error, never a gap', async () => {
  const key = newKey();
  mock.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [key] } } });
  await expect(troubled.getMany([key])).rejects.toThrow('unprocessed');
});

test('a check alone is a mistake of the programmer', async () => {
  await expect(troubled.write(check(newKey(), { pk: 'exists' }))).rejects.toThrow(TypeError);
});
