import * as v from 'valibot';
import { expect, test } from 'vitest';
import { contract } from '#shared/http/contract';
import { emptyMemory, type Kit } from '#shared/http/kit';
import { serve } from '#shared/http/serve';
import { effect } from '#shared/platform/effect';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { memoryTable } from '#tests/support/memory-table';

const notified = v.object({ success: v.literal(true), said: v.string() });

const ask = contract({
  name: 'ask-thing',
  group: 'test',
  method: 'GET',
  route: '/v1/things',
  summary: 'Ask what a thing says',
  caller: 'public',
  success: { 200: notified },
  touches: { uses: ['vault', 'mails'] },
});

const vault = effect('vault', (): string => 'the stage');
const mails = effect('mails', { subject: 'hello' as string });

const kit: Kit = {
  ...emptyMemory(),
  table: () => memoryTable(),
  clock: () => 0,
  limiter: () => {
    throw new Error('Nothing is limited here');
  },
  log: makeLogger({}, () => undefined),
  metrics: makeMetrics(() => undefined),
};

const handler = serve(
  ask,
  {
    effects: [vault, mails],
    load: async (_, { vault }) => vault(),
    answer: ({ loaded }, { mails }) => ({ success: true, said: `${loaded}: ${mails.subject}` }),
  },
  kit,
);

const said = async (requested: typeof handler): Promise<string> => {
  const { body = '' } = await requested(apiEvent({ path: '/v1/things' }), lambdaContext());
  return JSON.parse(body).said;
};

test('an endpoint receives the effects that its contract declares, by the names of the capabilities', async () => {
  expect(await said(handler)).toBe('the stage: hello');
});

test('a copy of an endpoint may have some effects replaced, and the endpoint keeps its own', async () => {
  const other = handler.with({ vault: () => 'a test' });
  expect(await said(other)).toBe('a test: hello');
  expect(await said(other.with({ mails: { subject: 'bye' } }))).toBe('a test: bye');
  expect(await said(handler)).toBe('the stage: hello');
});

test('another kit can be given together with them', async () => {
  const lines: string[] = [];
  const other = handler.with({}, { ...kit, log: makeLogger({}, (line) => lines.push(line)) });
  await said(other);
  await said(other.with({ vault: () => 'a test' }));
  await said(handler);
  expect(lines).toHaveLength(2);
});

test('undeclared effects do not compile, and neither do missing ones', () => {
  const response = () => ({ success: true, said: '' }) as const;
  const quiet = contract({ ...ask, touches: {} });
  const tried = [
    // @ts-expect-error the vault and the mails are declared, and no effects given
    () => serve(ask, { answer: response }),
    // @ts-expect-error one of them is missing
    () => serve(ask, { effects: [vault], answer: response }),
    // @ts-expect-error the contract declares none
    () => serve(quiet, { effects: [vault], answer: response }),
    // @ts-expect-error no more is handed over than was given
    () => serve(quiet, { answer: (_, { vault }) => ({ success: true, said: String(vault) }) }),
  ];
  expect(tried).toHaveLength(4);
});

test('an endpoint without writes gets no writer, and one that honours idempotency keys writes through commit', () => {
  const reading = contract({ ...ask, touches: { reads: ['widget'] } });
  const writing = contract({ ...ask, method: 'POST', touches: { writes: ['widget'] } });
  const idempotent = contract({ ...writing, idempotent: 'commit' });
  const having = (_: unknown) => ({ success: true, said: '' }) as const;
  const tried = [
    // @ts-expect-error a contract without writes has a table that reads
    () => serve(reading, { answer: (_, { table }) => having(table.write) }),
    // @ts-expect-error and nothing to commit
    () => serve(reading, { answer: (_, { commit }) => having(commit) }),
    () => serve(writing, { answer: (_, { table }) => having(table.write) }),
    // @ts-expect-error the response of an idempotent endpoint is kept with what it writes
    () => serve(idempotent, { answer: (_, { table }) => having(table.write) }),
    () => serve(idempotent, { answer: (_, { commit }) => having(commit) }),
  ];
  expect(tried).toHaveLength(5);
});

test('a body without a status is allowed only if there is one success status', () => {
  const two = contract({ ...ask, success: { 200: notified, 201: notified }, touches: {} });
  const done = { success: true, said: '' } as const;
  const tried = [
    // @ts-expect-error nobody could tell which of the two it is
    () => serve(two, { answer: () => done }),
    () => serve(two, { answer: () => ({ status: 201, body: done }) }),
  ];
  expect(tried).toHaveLength(2);
});
