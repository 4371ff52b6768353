import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import { signedInAccount } from '#tests/support/accounts';
import { call, testKit, warmUp } from './test-kit.ts';

const definition = {
  group: 'test',
  method: 'GET',
  route: '/v1/everything',
  summary: 'What belongs to everybody',
  success: { 200: v.object({ items: v.number() }) },
  touches: {},
} as const;

const adminReads = contract({ ...definition, name: 'admin-reads', caller: 'admin' });
const accountReads = contract({ ...definition, name: 'account-reads', caller: 'account' });

const PARTITION = 'TESTEVERYTHING';

/** An endpoint that loads a list that belongs to no account, and how often the load was begun. */
const setup = async (read: typeof adminReads | typeof accountReads) => {
  const kit = testKit();
  await warmUp(kit);
  let loads = 0;
  const handler = serve(
    read,
    {
      load: (_, { table }) => {
        loads++;
        return table.query({ partition: PARTITION });
      },
      answer: ({ loaded }) => ({ status: 200, body: { items: loaded.items.length } }),
    },
    kit,
  );
  const send = async (headers: Readonly<Record<string, string>>) => {
    loads = 0;
    kit.calls.length = 0;
    const { status, body } = await call(handler, { headers });
    return { status, body, loads, queries: kit.calls.filter((name) => name.startsWith('query')).length };
  };
  return { send };
};

describe('the load of an admin’s endpoint', () => {
  test('is not made for a member, who gets the 403', async () => {
    const { send } = await setup(adminReads);
    const { headers } = await signedInAccount();
    const { status, body, loads, queries } = await send(headers);
    expect([status, body.code]).toStrictEqual([403, 'FORBIDDEN']);
    expect([loads, queries]).toStrictEqual([0, 0]);
  });

  test('is not made for an admin whose session has ended, nor for one whose role was removed', async () => {
    const { send } = await setup(adminReads);
    const ended = await signedInAccount({ role: 'admin' });
    await serviceTable().write(
      update(callerKeys.accountSession(ended.sessionId), {
        set: { endedAt: new Date().toISOString() },
        when: { pk: 'exists' },
      }),
    );
    const demoted = await signedInAccount({ role: 'admin' });
    await serviceTable().write(
      update(callerKeys.accountAccess(demoted.accountId), { set: { role: 'member' }, when: { pk: 'exists' } }),
    );
    expect(await send(ended.headers)).toMatchObject({ status: 401, loads: 0, queries: 0 });
    expect(await send(demoted.headers)).toMatchObject({ status: 403, loads: 0, queries: 0 });
  });

  test('is made for an admin', async () => {
    await serviceTable().write(put({ pk: PARTITION, sk: 'one' }, {}));
    const { send } = await setup(adminReads);
    const { headers } = await signedInAccount({ role: 'admin' });
    expect(await send(headers)).toMatchObject({ status: 200, body: { items: 1 }, loads: 1, queries: 1 });
  });
});

test('the load of an account’s endpoint runs in parallel with the session check', async () => {
  const { send } = await setup(accountReads);
  const ended = await signedInAccount();
  await serviceTable().write(
    update(callerKeys.accountSession(ended.sessionId), {
      set: { endedAt: new Date().toISOString() },
      when: { pk: 'exists' },
    }),
  );
  expect(await send(ended.headers)).toMatchObject({ status: 401, loads: 1 });
});
