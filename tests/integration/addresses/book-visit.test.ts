import { describe, expect, test } from 'vitest';
import { handler } from '#functions/events/book-visit';
import { readBudget, spendBudget } from '#shared/addresses/address-budget';
import { endAddressVerification } from '#shared/addresses/end-address-verification';
import { NOT_POSSIBLE } from '#shared/addresses/simulated-visit';
import { sweepVisits } from '#shared/addresses/sweep-visits';
import { referenceOfMessage } from '#shared/addresses/visit-queue';
import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { traced } from '#shared/platform/trace';
import { unavailable } from '#shared/sources/lookup-results';
import type { SourceResult, VisitFacts, VisitQuery } from '#shared/sources/ports';
import { selectSources } from '#shared/sources/select';
import { stepWhile } from '#tests/support/wait-until';
import { IMPATIENT, json, loopbackSource, status } from '#tests/unit/sources/loopback-source';
import { addressAccount, callBack, eventsOf, money, PRICE_KOBO, read, stored, submitted, worker } from './world.ts';

const HOUR_MS = 60 * 60_000;

const { ports } = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });

/** Sources with this booking of visits. */
const booking = (book: (query: VisitQuery) => Promise<SourceResult<VisitFacts>>) => async () => ({
  ports: { ...ports, visits: book },
});

const down = booking(async () => unavailable('unreachable'));

describe('A visit of the sandbox', () => {
  test.each([
    ['12 Broad Street', 'verified', 'passed', []],
    ['FAIL 12 Broad Street', 'not_verified', 'failed', ['address_not_verified']],
  ] as const)(
    'to %s is %s five seconds after it was booked, by a message on the queue',
    async (street, result, ...event) => {
      const account = await addressAccount();
      const reference = await submitted(account, { street });
      const { step, next, sent, time } = worker();
      await step(reference);
      expect(sent).toStrictEqual([{ reference, delayMs: 5_000 }]);
      expect(await stored(reference)).toMatchObject({ status: 'pending', simulatedResult: result });
      time.nowMs += 4_000;
      await step(reference);
      expect(sent.at(-1)).toStrictEqual({ reference, delayMs: 1_000 });
      expect(await stored(reference)).toMatchObject({ status: 'pending' });
      await next();
      expect(await stored(reference)).toMatchObject({ status: 'completed', result });
      expect(await eventsOf(account, 'verification.address.completed')).toMatchObject([
        {
          widgetId: null,
          data: {
            verificationReference: reference,
            companyId: account.companyId,
            moduleId: 'address_verification',
            status: event[0],
            reasonCodes: event[1],
          },
        },
      ]);
      expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
    },
  );

  test('to a street that starts with SLOW is booked, and stays pending without a message in the queue', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'SLOW street' });
    const { step, sent } = worker();
    await step(reference);
    await step(reference);
    expect(sent).toStrictEqual([]);
    const { status: now, bookedAt, nextStepAt } = await stored(reference);
    expect([now, typeof bookedAt, nextStepAt]).toStrictEqual(['pending', 'string', undefined]);
  });

  test('to a street that starts with UNREACHABLE fails, and wallet and budget are refunded', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'UNREACHABLE creek' });
    const { step } = worker();
    await step(reference);
    await step(reference);
    expect((await read(account, { reference_id: reference })).body).toStrictEqual({
      entity: { status: 'failed', reference_id: reference, data: { reason: 'The address cannot be visited.' } },
    });
    expect(await money(account)).toStrictEqual({
      balanceKobo: 10_000_000,
      ledgerKobo: 10_000_000,
      spentKobo: 0,
      entries: ['debit', 'credit'],
    });
    expect(await eventsOf(account, 'verification.address.completed')).toMatchObject([
      { data: { status: 'failed', reasonCodes: ['visit_not_possible'] } },
    ]);
  });

  test('has no personal data in its events', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'UNREACHABLE creek' });
    await worker().step(reference);
    const events = [
      ...(await eventsOf(account, 'verification.address.submitted')),
      ...(await eventsOf(account, 'verification.address.completed')),
    ];
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/Ada|Obi|8031234567|8057654321|creek|Adire/);
  });

  test('names its account and environment in its log, and has no personal data there', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const { step, next, lines } = worker();
    await traced({}, () => step(reference));
    await traced({}, next);
    const { accountId, environment } = account;
    const ids = { reference, accountId, environment };
    expect(lines).toEqual([expect.objectContaining(ids), expect.objectContaining(ids)]);
    expect(JSON.stringify(lines)).not.toMatch(/Ada|Obi|8031234567|8057654321|Broad|Adire/);
  });
});

describe('Two workers with one visit, when its 24 hours are over:', () => {
  /** A visit whose 24 hours are over, and a worker whose source answers once the test lets it. */
  const asking = async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const answered = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    const slow = booking(async () => {
      isAsked.resolve();
      await answered.promise;
      return { status: 'found', facts: { visitStatus: 'booked' } };
    });
    const first = worker({ sourcesFor: slow });
    const second = worker({ sourcesFor: down });
    first.time.nowMs += 24 * HOUR_MS;
    second.time.nowMs = first.time.nowMs;
    return { account, reference, first, second, isAsked: isAsked.promise, letGo: answered.resolve };
  };

  test("neither gives it up while the source may be accepting the other's booking", async () => {
    const { account, reference, first, second, isAsked, letGo } = await asking();
    const booked = first.step(reference);
    await isAsked;
    await second.step(reference);
    expect(second.sent).toStrictEqual([{ reference, delayMs: 55_000 }]);
    letGo();
    await booked;
    await second.step(reference);
    expect(await stored(reference)).toMatchObject({ status: 'pending', bookedAt: expect.any(String) });
    expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
  });

  test('one that asked earlier does not give up a visit that has been booked since', async () => {
    const { account, reference, first, second, letGo } = await asking();
    letGo();
    const slowlyDown = booking(async () => {
      // The second worker has been asking for longer than its claim lasts.
      first.time.nowMs += 56_000;
      await first.step(reference);
      return unavailable('unreachable');
    });
    const late = worker({ sourcesFor: slowlyDown });
    late.time.nowMs = second.time.nowMs;
    await late.step(reference);
    expect(await stored(reference)).toMatchObject({ status: 'pending', bookedAt: expect.any(String) });
    expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
    expect(await eventsOf(account, 'verification.address.completed')).toEqual([]);
  });
});

describe('Booking a visit', () => {
  test("asks the source with the service's reference, the business and the person to meet", async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const queries: VisitQuery[] = [];
    const asked = booking(async (query) => {
      queries.push(query);
      return { status: 'found', facts: { visitStatus: 'booked' } };
    });
    await worker({ sourcesFor: asked }).step(reference);
    expect(queries).toStrictEqual([
      {
        reference,
        businessName: 'Adire Market Limited',
        businessPhone: '+2348031234567',
        firstName: 'Ada',
        lastName: 'Obi',
        phone: '+2348057654321',
        street: '12 Broad Street',
        landmark: 'Opposite the central mosque',
        lga: 'Lagos Island',
        city: 'Lagos',
        state: 'Lagos',
      },
    ]);
  });

  test('with ten workers at once makes one booking', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const { step, sent } = worker();
    await Promise.all(Array.from({ length: 10 }, () => step(reference)));
    expect(new Set(sent.map(({ delayMs }) => delayMs > 0))).toStrictEqual(new Set([true]));
    const { step: late, time } = worker();
    time.nowMs += 6_000;
    await Promise.all(Array.from({ length: 10 }, () => late(reference)));
    expect(await eventsOf(account, 'verification.address.completed')).toHaveLength(1);
    expect(await money(account)).toMatchObject({ entries: ['debit'] });
  });

  test('refunds once if ten workers at once are told that the visit is not possible', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'UNREACHABLE' });
    await Promise.all(Array.from({ length: 10 }, () => worker().step(reference)));
    expect(await money(account)).toStrictEqual({
      balanceKobo: 10_000_000,
      ledgerKobo: 10_000_000,
      spentKobo: 0,
      entries: ['debit', 'credit'],
    });
    expect(await eventsOf(account, 'verification.address.completed')).toHaveLength(1);
  });

  test('continues when the source is back, with pauses that grow to a quarter of an hour', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    let isDown = true;
    const { step, next, sent } = worker({
      sourcesFor: booking(async () =>
        isDown ? unavailable('refused') : { status: 'found', facts: { visitStatus: 'booked' } },
      ),
    });
    await step(reference);
    for (let tries = 0; tries < 7; tries++) await next();
    expect(sent.map(({ delayMs }) => delayMs / 1000)).toStrictEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    isDown = false;
    await next();
    const { status: now, bookedAt, nextStepAt, bookingTries } = await stored(reference);
    expect([now, typeof bookedAt, nextStepAt, bookingTries]).toStrictEqual(['pending', 'string', undefined, 8]);
    expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
  });

  test('is given up after 24 hours of an unavailable source: failed, and refunded once', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const { step, next, time } = worker({ sourcesFor: down });
    const createdAtMs = Date.parse((await stored(reference)).createdAt);
    await step(reference);
    const isPending = async () => (await stored(reference)).status === 'pending';
    await stepWhile(isPending, next, { most: 200, what: 'the visit to be given up' });
    const hours = (time.nowMs - createdAtMs) / HOUR_MS;
    expect(hours).toBeGreaterThanOrEqual(24);
    expect(hours).toBeLessThan(24.01);
    expect(await stored(reference)).toMatchObject({ status: 'failed' });
    expect(await money(account)).toStrictEqual({
      balanceKobo: 10_000_000,
      ledgerKobo: 10_000_000,
      spentKobo: 0,
      entries: ['debit', 'credit'],
    });
  });

  test.each([
    ['given up by the worker', 'worker'],
    ['reported as not possible', 'callback'],
  ])('returns the money to the month it came from if it is refunded in the next: %s', async (_, by) => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const { budgetPeriod } = await stored(reference);
    const [year = 0, month = 0] = budgetPeriod.split('-').map(Number);
    const nextMonthMs = Date.UTC(year, month, 3);
    const owner = { accountId: account.accountId, environment: 'live' } as const;
    const budgetAt = (atMs: number) => readBudget(serviceTable(), owner, atMs);
    // The cost of other visits of the next month.
    await serviceTable().write(spendBudget(await budgetAt(nextMonthMs), 3 * PRICE_KOBO));
    const { step, time } = worker({ sourcesFor: down });
    time.nowMs = nextMonthMs;
    if (by === 'worker') await step(reference);
    else await endAddressVerification(await stored(reference), NOT_POSSIBLE, worker().effects, nextMonthMs);
    expect(await stored(reference)).toMatchObject({ status: 'failed', endedAt: isoTime(nextMonthMs), budgetPeriod });
    expect(await budgetAt(Date.UTC(year, month, 0))).toMatchObject({ period: budgetPeriod, spentKobo: 0 });
    expect(await budgetAt(nextMonthMs)).toMatchObject({ spentKobo: 3 * PRICE_KOBO });
    expect(await money(account)).toMatchObject({ balanceKobo: 10_000_000, ledgerKobo: 10_000_000 });
  });

  test('and giving up while the source reports the visit: one of the two takes effect', async () => {
    for (const round of [1, 2, 3]) {
      const account = await addressAccount('live');
      const reference = await submitted(account);
      const { step, time } = worker({ sourcesFor: down });
      time.nowMs += 25 * HOUR_MS;
      const report = { reference, status: 'completed', result: 'verified' };
      const [, callback] = await Promise.all([step(reference), callBack(report)]);
      const { status: ended } = await stored(reference);
      expect([ended, callback.status], `round ${round}`).toStrictEqual(
        ended === 'completed' ? ['completed', 200] : ['failed', 409],
      );
      const { spentKobo, entries, balanceKobo, ledgerKobo } = await money(account);
      expect(entries).toStrictEqual(ended === 'completed' ? ['debit'] : ['debit', 'credit']);
      expect([spentKobo, balanceKobo, ledgerKobo]).toStrictEqual(
        ended === 'completed' ? [PRICE_KOBO, 9_500_000, 9_500_000] : [0, 10_000_000, 10_000_000],
      );
      expect(await eventsOf(account, 'verification.address.completed')).toHaveLength(1);
    }
  });

  test('does nothing for a verification that has ended, or never existed', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    await callBack({ reference, status: 'completed', result: 'verified' });
    const { step, sent } = worker({ sourcesFor: () => Promise.reject(new Error('The source must not be asked')) });
    await step(reference);
    await step(newId('addr', Date.now()));
    await step('rubbish');
    expect(sent).toStrictEqual([]);
  });

  test('uses the source of the stage: booked, refused, or down with any other response', async () => {
    const cases = [
      [json({ found: true, facts: { visitStatus: 'booked' } }), 'pending', true],
      [json({ found: true, facts: { visitStatus: 'not_possible' } }), 'failed', false],
      [json({ found: false }), 'failed', false],
      [status(503), 'pending', false],
      [json({ found: true, facts: { visitStatus: 'verified' } }), 'pending', false],
    ] as const;
    for (const [behaviour, expected, isBooked] of cases) {
      await using source = await loopbackSource(behaviour);
      const visits = {
        baseUrl: source.baseUrl,
        apiKey: 'key-1',
        timeoutSeconds: 10,
        callbackSecret: 'a-secret-of-the-callbacks-of-the-source',
      };
      const account = await addressAccount('live');
      const reference = await submitted(account);
      await worker({
        sourcesFor: async (environment) =>
          selectSources({ environment, sourcesConfig: { visits }, simulateLiveSources: false }, IMPATIENT),
      }).step(reference);
      const { status: now, bookedAt } = await stored(reference);
      expect([now, bookedAt !== undefined]).toStrictEqual([expected, isBooked]);
      expect(source.received[0]).toMatchObject({
        method: 'POST',
        headers: { authorization: 'Bearer key-1' },
        body: { reference, businessName: 'Adire Market Limited' },
      });
      expect(source.received[0]?.url.pathname).toBe('/visits/book');
    }
  });
});

describe('The queue of visits', () => {
  test('contains the event of a submission, or a reference of a verification', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const [event] = await eventsOf(account, 'verification.address.submitted');
    expect(referenceOfMessage(JSON.stringify({ 'detail-type': event?.['type'], detail: event }))).toBe(reference);
    expect(referenceOfMessage(JSON.stringify({ addressVerification: reference }))).toBe(reference);
  });

  test.each(['', 'null', '{}', '{"addressVerification":1}', '{"detail":{}}'])('refuses %j', (body) => {
    expect(() => referenceOfMessage(body)).toThrow();
  });

  test('is read by the function, in which a visit that is not possible ends', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'UNREACHABLE' });
    const record = { messageId: '1', body: JSON.stringify({ addressVerification: reference }), attributes: {} };
    expect(await handler({ Records: [record] } as never)).toStrictEqual({ batchItemFailures: [] });
    expect(await stored(reference)).toMatchObject({ status: 'failed' });
  });
});

describe('The sweep', () => {
  /** Runs the sweep at a time. Returns what it sends for one verification. */
  const sweep = async (reference: string, atMs: number) => {
    const { effects, sent } = worker();
    await sweepVisits({ ...effects, visits: effects.send, table: serviceTable(), clock: () => atMs });
    return sent.filter((message) => message.reference === reference);
  };

  test('finds a visit whose booking was lost, at intervals', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const createdAtMs = Date.parse((await stored(reference)).createdAt);
    expect(await sweep(reference, createdAtMs + 4 * 60_000)).toStrictEqual([]);
    expect(await sweep(reference, createdAtMs + 6 * 60_000)).toStrictEqual([{ reference, delayMs: 0 }]);
    expect(await sweep(reference, createdAtMs + 7 * 60_000)).toStrictEqual([]);
    expect(await sweep(reference, createdAtMs + 30 * 60_000)).toStrictEqual([{ reference, delayMs: 0 }]);
  });

  test('finds a visit whose completion was lost, but none that waits for the source or has ended', async () => {
    const account = await addressAccount();
    const lost = await submitted(account);
    const slow = await submitted(account, { street: 'SLOW' });
    const ended = await submitted(account, { street: 'UNREACHABLE' });
    const { step } = worker();
    for (const reference of [lost, slow, ended]) await step(reference);
    const laterMs = Date.now() + 10 * 60_000;
    expect(await sweep(lost, laterMs)).toHaveLength(1);
    const muchLaterMs = laterMs + HOUR_MS;
    expect(await sweep(slow, muchLaterMs)).toStrictEqual([]);
    expect(await sweep(ended, muchLaterMs)).toStrictEqual([]);
  });
});
