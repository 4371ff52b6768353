import { afterEach, describe, expect, test, vi } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { serviceKit } from '#shared/http/kit';
import { type AssistantModel, ModelUnavailable } from '#shared/sources/assistant-model';
import { runningHolds } from '#shared/wallet/hold';
import { FAULTS, type FaultName, faultyTable, injector } from '#tests/faults/delivery/fault';
import { accountWith, modelThat, senderTo, walletOf } from '#tests/integration/chat/world';
import { expectSoundLedger } from '#tests/integration/wallet/support';
import { createChatFor } from '#tests/support/chats';

/** Longer than the lease of a hold, and of a claim of a key. */
const LEASES_MS = 41_000;

/** One message reserves the whole wallet, so that the next one would miss any reservation left behind. */
const BALANCE_KOBO = 3_000;
const COST_KOBO = 1_100;

const KEY = { 'idempotency-key': 'once' };

afterEach(() => {
  vi.restoreAllMocks();
});

const letLeasesEnd = (): void => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + LEASES_MS);
};

/**
 * Sends one message with one call failing, then repeats it without faults: at once, and when every lease is over.
 *
 * @param model of the first try.
 * @returns the calls of the first try.
 */
const goWrongAt = async (nth: number, fault: FaultName, model: AssistantModel): Promise<readonly string[]> => {
  const account = await accountWith(BALANCE_KOBO);
  const { id: chatId } = await createChatFor(account, { environment: 'live' });
  const injected = injector(nth, fault);
  injected.arm();
  const table = faultyTable(serviceTable(), injected);
  const faulty = senderTo(
    { ...model, ask: injected.wrap('model', model.ask) },
    { kit: { ...serviceKit, table: () => table } },
  );
  const sound = senderTo(modelThat(() => ({})).model);
  const first = await faulty(account, chatId, 'Is it active?', KEY);
  const failed = injected.calls[nth - 1];
  const what = `Call ${nth}, ${failed}: ${fault}`;
  const chargesSoFar = async (): Promise<number> => {
    const ledger = await expectSoundLedger(account.accountId, 'live');
    const charges = ledger.filter(({ type }) => type === 'debit');
    expect(charges, what).toMatchObject(charges.length === 0 ? [] : [{ amountKobo: COST_KOBO }]);
    return charges.length;
  };

  const charged = await chargesSoFar();
  if (first.status === 200) expect(charged, what).toBe(1);
  else expect(first.status, what).toBeGreaterThanOrEqual(500);

  const atOnce = await sound(account, chatId, 'Is it active?', KEY);
  // 409: the key is still claimed. 402: the hold is left. Either requires a process that died, or a write that was
  // lost: that of both, or one that releases either.
  const isFirstWrite = injected.calls.indexOf('transact') === nth - 1;
  const isLeft = charged === 0 && (FAULTS[fault].dies || failed === 'write' || isFirstWrite);
  expect(isLeft ? [200, 402, 409] : [200], what).toContain(atOnce.status);
  if (first.status === 200) expect(atOnce.body, what).toStrictEqual(first.body);
  expect(await chargesSoFar(), what).toBe(atOnce.status === 200 ? 1 : 0);

  letLeasesEnd();
  const later = await sound(account, chatId, 'Is it active?', KEY);
  expect(later.status, what).toBe(200);
  if (atOnce.status === 200) expect(later.body, what).toStrictEqual(atOnce.body);
  expect(await chargesSoFar(), what).toBe(1);
  const wallet = await walletOf(account);
  expect([wallet.balanceKobo, runningHolds(wallet.holds, Date.now())], what).toStrictEqual([
    BALANCE_KOBO - COST_KOBO,
    [],
  ]);
  vi.restoreAllMocks();
  return injected.calls;
};

const silent = modelThat(() => {
  throw new ModelUnavailable('TimeoutError');
}).model;

describe.each([
  ['is answered', modelThat(() => ({})).model, ['transact', 'model', 'transact']],
  // Hold and key are released.
  ['gets no answer', silent, ['transact', 'model', 'write', 'write']],
])(
  'A message that %s is charged at most once, and works when it is repeated, whichever call fails',
  (_, model, expected) => {
    test.each(Object.keys(FAULTS) as FaultName[])('%s', { timeout: 120_000 }, async (fault) => {
      const calls = await goWrongAt(0, fault, model);
      const changes = calls.filter((name) => ['write', 'transact', 'model'].includes(name));
      expect(changes.slice(-expected.length)).toStrictEqual(expected);
      for (let nth = 1; nth <= calls.length; nth++) await goWrongAt(nth, fault, model);
    });
  },
);

test('A message whose charge is written and whose response is lost is a 503, holds nothing, and is replayed', async () => {
  const account = await accountWith(BALANCE_KOBO);
  const { id: chatId } = await createChatFor(account, { environment: 'live' });
  const table = serviceTable();
  const losing = {
    ...table,
    transact: async (...given: Parameters<typeof table.transact>) => {
      const result = await table.transact(...given);
      if (!('userMessage' in given[0])) return result;
      throw Object.assign(new Error('connect ETIMEDOUT'), { name: 'TimeoutError', code: 'ETIMEDOUT' });
    },
  };
  const { model, questions } = modelThat(() => ({}));
  const lost = await senderTo(model, { kit: { ...serviceKit, table: () => losing } })(account, chatId, 'Is it?', KEY);
  expect(lost.status).toBe(503);
  expect(await walletOf(account)).toMatchObject({ balanceKobo: BALANCE_KOBO - COST_KOBO, holds: [] });
  const replayed = await senderTo(model)(account, chatId, 'Is it?', KEY);
  expect([replayed.status, replayed.headers['Idempotency-Replayed'], questions.length]).toStrictEqual([200, 'true', 1]);
  expect(await walletOf(account)).toMatchObject({ balanceKobo: BALANCE_KOBO - COST_KOBO });
});
