import { readFileSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';
import { handler } from '#functions/events/top-up-wallets';
import { serviceTable } from '#shared/db/client';
import { emit } from '#shared/events/outbox';
import { walletKeys } from '#shared/wallet/keys';
import { settleNow } from '#tests/support/ledgers';
import { mockAws } from '#tests/support/mock-aws';
import { eventsOfAccount } from '#tests/support/outbox';
import { debit, sandboxOwner, setAutoTopUp, wakesOf } from '#tests/support/top-up-world';
import { expectSoundLedger, topUpsIn, walletOwner } from './support.ts';

Object.assign(process.env, {
  QUEUE_URL: 'http://localhost/000000000000/own',
  DEAD_LETTER_QUEUE_URL: 'http://localhost/000000000000/own-dlq',
  CHARGE_QUEUE_URL: 'http://localhost/000000000000/charges',
});

const queue = mockAws(SQSClient);
beforeEach(() => {
  queue.reset();
});

const sampleFile = new URL('../../events/top-up-wallets.json', import.meta.url);
const [record] = (JSON.parse(readFileSync(sampleFile, 'utf8')) as SQSEvent).Records;
const message = (body: unknown): SQSEvent => ({ Records: [{ ...record, body: JSON.stringify(body) }] }) as SQSEvent;
const sent = () => queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);

test('the event of a debit tops the sandbox wallet up, once', async () => {
  const accountId = await sandboxOwner();
  await setAutoTopUp(accountId, 'sandbox');
  await debit(accountId, 'sandbox', 20_000);
  await settleNow({ accountId, environment: 'sandbox' });
  const [detail] = await eventsOfAccount(accountId, 'wallet.top_up.due');
  for (const _ of [1, 2]) expect(await handler(message({ detail }))).toEqual({ batchItemFailures: [] });
  expect(topUpsIn(await expectSoundLedger(accountId, 'sandbox'))).toHaveLength(1);
  expect(sent()).toEqual([]);
});

test("a request to a worker about a top-up that another one has claimed comes back later, and so does that one's message", async () => {
  const accountId = await sandboxOwner();
  await setAutoTopUp(accountId, 'sandbox');
  await debit(accountId, 'sandbox', 20_000);
  const [wake] = await wakesOf(accountId);
  const run = { phase: 'charging', reference: 'top_held', handledVersion: 0, startedAtMs: 0, checkCount: 0 };
  const held = { accountId, environment: 'sandbox', ...run, leaseUntilMs: Date.now() + 60_000, retryAtMs: 0 };
  await serviceTable().write({
    kind: 'put',
    item: { ...walletKeys.autoTopUp(accountId, 'sandbox'), ...held },
    when: {},
  });
  expect(await handler(message(wake))).toEqual({ batchItemFailures: [] });
  expect(sent()).toMatchObject([{ QueueUrl: 'http://localhost/000000000000/charges', DelaySeconds: 50 }]);
  expect(JSON.parse(String(sent()[0]?.MessageBody))).toEqual(wake);
  expect(topUpsIn(await expectSoundLedger(accountId, 'sandbox'))).toEqual([]);
});

test('a message that is neither goes to the dead letters', async () => {
  const accountId = await walletOwner();
  const other = { type: 'wallet.balance.low', accountId, environment: 'live', widgetId: null } as const;
  const emitted = emit({ ...other, data: { thresholdKobo: 2, balanceKobo: 1 } }, Date.now());
  if (emitted.kind !== 'put') throw new Error('An event is put');
  for (const body of ['rubbish', { detail: emitted.item }]) {
    expect(await handler(message(body))).toEqual({ batchItemFailures: [] });
  }
  expect(sent().map(({ QueueUrl }) => QueueUrl)).toEqual([
    'http://localhost/000000000000/own-dlq',
    'http://localhost/000000000000/own-dlq',
  ]);
});
