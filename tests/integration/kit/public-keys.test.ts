import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { type RecordedCall, recordingTable } from '#tests/support/recording-table';
import { call, newAddress, testKit } from './test-kit.ts';
import { readThingHandler, thingKey } from './things.ts';

/** A cold container, its calls of the table, and an account with a thing to read. */
const setup = async () => {
  const { table, calls } = recordingTable();
  const clock = { nowMs: Date.now() };
  const handler = readThingHandler(testKit({ table: () => table, clock: () => clock.nowMs }));
  const account = await signedInAccount();
  await serviceTable().write(
    put({
      ...thingKey(account.accountId, 'x'),
      accountId: account.accountId,
      environment: 'live',
      id: 'x',
      name: 'a',
      secret: 's',
    }),
  );
  const read = async ({ headers }: Pick<SignedInAccount, 'headers'> = account): Promise<number> => {
    const request = { path: '/v1/things/x', pathParameters: { id: 'x' }, sourceIp: newAddress(), headers };
    return (await call(handler, request)).status;
  };
  /** The calls of one request. */
  const requestedBy = async (): Promise<string[]> => {
    calls.length = 0;
    expect(await read()).toBe(200);
    return calls.map(described);
  };
  return { account, calls, clock, read, askedBy: requestedBy };
};

const described = ({ operation, partitions }: RecordedCall): string =>
  [operation, ...partitions.map((partition) => partition.split('#')[0]).sort()].join(' ');

const keyReads = (calls: readonly RecordedCall[]): number =>
  calls.filter(({ partitions }) => partitions.includes('SIGNINGKEYS')).length;

const ONE_WAVE = 'BatchGetItem AUTH SES TESTTHING';

describe('the public keys', () => {
  test('cost a cold container one trip more, and a warm one none', async () => {
    const { askedBy: requestedBy } = await setup();
    expect(await requestedBy()).toStrictEqual(['GetItem SIGNINGKEYS', ONE_WAVE]);
    expect(await requestedBy()).toStrictEqual([ONE_WAVE]);
  });

  test('are read once by all requests that a cold container gets at the same moment', async () => {
    const { calls, read } = await setup();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(new Set(statuses)).toStrictEqual(new Set([200]));
    expect(keyReads(calls)).toBe(1);
  });

  test('are read again after five minutes, together with another read', async () => {
    const { askedBy: requestedBy, clock } = await setup();
    await requestedBy();
    clock.nowMs += 5 * 60_000;
    expect(await requestedBy()).toStrictEqual(['BatchGetItem AUTH SES SIGNINGKEYS TESTTHING']);
    expect(await requestedBy()).toStrictEqual([ONE_WAVE]);
  });

  test('are read once for two hundred tokens with different unknown keys, and nothing else is', async () => {
    const { account, calls, clock, read } = await setup();
    await read();
    clock.nowMs += 10_000;
    calls.length = 0;
    const [, payload] = account.token.split('.');
    const tokens = Array.from({ length: 200 }, (_, index) => {
      const header = { alg: 'EdDSA', typ: 'JWT', kid: `key-${index}` };
      return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.AAAA`;
    });
    const statuses = await Promise.all(tokens.map((token) => read({ headers: { authorization: `Bearer ${token}` } })));
    expect(new Set(statuses)).toStrictEqual(new Set([401]));
    expect(keyReads(calls)).toBe(1);
    expect(new Set(calls.map(described))).toStrictEqual(new Set(['GetItem SIGNINGKEYS']));
  });
});
