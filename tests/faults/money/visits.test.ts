import { describe, expect, test } from 'vitest';
import { takeVisitStep, type VisitEffects } from '#shared/addresses/book-visit';
import { sweepVisits } from '#shared/addresses/sweep-visits';
import { serviceTable } from '#shared/db/client';
import { unavailable } from '#shared/sources/lookup-results';
import type { SourcePorts } from '#shared/sources/ports';
import { selectSources } from '#shared/sources/select';
import { FAULTS, type FaultName, faultyTable, type Injector, injector, lasting } from '#tests/faults/delivery/fault';
import {
  type AddressAccount,
  addressAccount,
  eventsOf,
  money,
  PRICE_KOBO,
  stored,
  submitted,
} from '#tests/integration/addresses/world';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a message is hidden whose worker failed or died. */
const HIDDEN_MS = MINUTE_MS;

/** More messages than any run needs, so that a test cannot loop forever. */
const MOST_MESSAGES = 1_000;

const { ports: sandbox } = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });

interface Options {
  /** The source, at a time. */
  readonly visits?: (nowMs: number) => SourcePorts['visits'];
  /** Whether the queue loses what workers send. */
  readonly loses?: boolean;
}

/**
 * A verification from its first message to its end, on a clock that moves from message to message. A message whose
 * worker failed or died returns, and a sweep runs every quarter of an hour. Every effect goes through the injector.
 *
 * @returns the references that the source was asked to book, with repeats.
 */
const carryOut = async (reference: string, injected: Injector, { visits, loses = false }: Options = {}) => {
  const time = { nowMs: Date.parse((await stored(reference)).createdAt) };
  const waiting: { atMs: number }[] = [{ atMs: time.nowMs }];
  const asked = new Set<string>();
  const book: SourcePorts['visits'] = (query, signal) => {
    asked.add(query.reference);
    return (visits?.(time.nowMs) ?? sandbox.visits)(query, signal);
  };
  const effects: VisitEffects = {
    table: faultyTable(serviceTable(), injected),
    clock: () => time.nowMs,
    random: () => 0.5,
    sourcesFor: async () => ({ ports: { ...sandbox, visits: injected.wrap('source', book) } }),
    startSourceTime: () => new AbortController().signal,
    send: injected.wrap('send', async (visit) => {
      if (visit.reference === reference && !loses) waiting.push({ atMs: time.nowMs + visit.delayMs });
    }),
    settleForApplicant: async () => 'settled',
    log: { info: () => {}, warn: () => {}, error: () => {}, with: () => effects.log },
    metrics: () => undefined,
  };
  const isDone = async () => {
    const { status, nextStepAt } = await stored(reference);
    return status !== 'pending' || nextStepAt === undefined;
  };
  let sweepAtMs = time.nowMs + 15 * MINUTE_MS;
  injected.arm();
  for (let messages = 0; messages < MOST_MESSAGES; messages++) {
    waiting.sort((one, other) => one.atMs - other.atMs);
    const [next] = waiting;
    if (!next && (await isDone())) return asked;
    if (next && next.atMs < sweepAtMs) {
      waiting.shift();
      time.nowMs = Math.max(time.nowMs, next.atMs);
      const failed = await takeVisitStep(reference, effects).then(
        () => false,
        () => true,
      );
      if (injected.revive() || failed) waiting.push({ atMs: time.nowMs + HIDDEN_MS });
    } else {
      time.nowMs = sweepAtMs;
      sweepAtMs += 15 * MINUTE_MS;
      // The sweep also finds other tests' visits, whose messages are ignored.
      const found: string[] = [];
      await sweepVisits({ ...effects, visits: async (visit) => void found.push(visit.reference) }).catch(
        () => undefined,
      );
      injected.revive();
      if (found.includes(reference)) waiting.push({ atMs: time.nowMs });
    }
  }
  throw new Error('The verification did not come to its end');
};

const downFor = (hours: number) => {
  let upAtMs: number | undefined;
  return (nowMs: number): SourcePorts['visits'] => {
    upAtMs ??= nowMs + hours * HOUR_MS;
    return nowMs < upAtMs ? async () => unavailable('unreachable') : sandbox.visits;
  };
};

/** How each kind of verification ends, whatever happens on the way. */
const JOURNEYS = [
  ['a visit that finds the business', '12 Broad Street', {}, 'completed'],
  ['a visit that stays pending', 'SLOW street', {}, 'pending'],
  ['a visit that is not possible', 'UNREACHABLE', {}, 'failed'],
  ['a visit whose source is down for a minute', '12 Broad Street', { hours: 0.02 }, 'completed'],
] as const;

const expectEnded = async (account: AddressAccount, reference: string, status: string): Promise<void> => {
  expect(await stored(reference)).toMatchObject({ status });
  const isRefunded = status === 'failed';
  const balanceKobo = isRefunded ? 10_000_000 : 10_000_000 - PRICE_KOBO;
  expect(await money(account)).toStrictEqual({
    balanceKobo,
    ledgerKobo: balanceKobo,
    spentKobo: isRefunded ? 0 : PRICE_KOBO,
    entries: isRefunded ? ['debit', 'credit'] : ['debit'],
  });
  const events = await eventsOf(account, 'verification.address.completed');
  expect(events).toHaveLength(status === 'pending' ? 0 : 1);
};

describe.each(Object.keys(FAULTS) as FaultName[])('If %s, for every call in turn,', (fault) => {
  test.each(JOURNEYS)(
    '%s ends as it would: nothing is lost, charged or refunded twice',
    async (_, street, down, end) => {
      for (let nth = 1; ; nth++) {
        const account = await addressAccount();
        const reference = await submitted(account, { street });
        const injected = injector(nth, fault);
        const visits = 'hours' in down ? { visits: downFor(down.hours) } : {};
        const asked = await carryOut(reference, injected, visits);
        expect([...asked]).toStrictEqual([reference]);
        await expectEnded(account, reference, end);
        if (injected.calls.length < nth) break;
        expect(nth).toBeLessThan(40);
      }
    },
  );
});

describe('A lasting fault', () => {
  test.each(['get', 'write', 'transact', 'send', 'source'])(
    'of %s for an hour has no effect in the end',
    async (name) => {
      const account = await addressAccount();
      const reference = await submitted(account);
      let calls = 0;
      // Sixty messages whose worker failed, a minute apart.
      await carryOut(
        reference,
        lasting([name], () => calls++ < 60),
      );
      await expectEnded(account, reference, 'completed');
    },
  );

  test('of the source for 24 hours fails the verification, and refunds it once', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    await carryOut(
      reference,
      lasting([], () => false),
      { visits: downFor(30) },
    );
    await expectEnded(account, reference, 'failed');
  });

  test('of the queue, which loses every message, is compensated by the sweep', async () => {
    for (const [street, end] of [
      ['12 Broad Street', 'completed'],
      ['UNREACHABLE', 'failed'],
    ] as const) {
      const account = await addressAccount();
      const reference = await submitted(account, { street });
      await carryOut(
        reference,
        lasting([], () => false),
        { loses: true },
      );
      await expectEnded(account, reference, end);
    }
  });
});
