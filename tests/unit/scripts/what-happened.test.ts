import { describe, expect, test } from 'vitest';
import { UsageError } from '#scripts/command-line/usage';
import { opsCommand } from '#scripts/ops/commands';
import type { LogLine } from '#scripts/ops/stage-logs';
import { addressKeys } from '#shared/addresses/keys';
import { put } from '#shared/db/expressions';
import { directCheckKeys } from '#shared/direct-checks/keys';
import { eventKeys } from '#shared/events/keys';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { isoTime } from '#shared/platform/clock';
import { type IdPrefix, newId } from '#shared/platform/ids';
import { nextEntry, toLedgerItem } from '#shared/wallet/ledger-entry';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import { memoryTable } from '#tests/support/memory-table';
import { operatorOn } from '#tests/support/operator';

const NOW_MS = Date.UTC(2026, 10, 23, 18);
const MINUTE_MS = 60_000;
const at = (minutes: number) => isoTime(NOW_MS + minutes * MINUTE_MS);
const id = (prefix: IdPrefix, minutes = -60) => newId(prefix, NOW_MS + minutes * MINUTE_MS);

const accountId = id('usr', -90 * 24 * 60);

const line = (minutes: number, name: string, code: string, fields: object): LogLine => ({
  ...{ time: at(minutes), level: 'info', code, stage: 'local', function: name },
  ...fields,
});

/** An operator, with the lines that a stage has logged and what was searched for. */
const operatorWith = (lines: readonly LogLine[] = []) => {
  const table = memoryTable();
  const searches: { texts: readonly string[]; since: string }[] = [];
  const find = async (texts: readonly string[], sinceMs: number) => {
    searches.push({ texts, since: isoTime(sinceMs) });
    const found = lines.filter(
      (one) => Date.parse(one.time) >= sinceMs && Object.values(one).some((value) => texts.includes(String(value))),
    );
    return { lines: found, isCut: false };
  };
  return {
    table,
    searches,
    ask: (asked: string, options = {}) =>
      operatorOn(table).run(['what-happened', asked], options, { logs: { find }, clock: () => NOW_MS }),
  };
};

describe('what happened', () => {
  test('to an applicant is told from its record, the lines that name it, and the requests behind them', async () => {
    const [applicantId, deliveryId] = [id('app'), id('whd', -29)];
    const { table, ask, searches } = operatorWith([
      line(-30, 'submit-session', 'REQUEST_ANSWERED', { requestId: 'req-1=', statusCode: 200, applicantId, accountId }),
      line(-29, 'deliver-webhook', 'DELIVERY_ATTEMPTED', { requestId: 'req-1=', deliveryId, status: 'delivered' }),
      line(-28, 'read-wallet', 'REQUEST_ANSWERED', { requestId: 'req-2=', statusCode: 200, accountId }),
    ]);
    await table.write(
      put({
        ...applicantKeys.applicant(applicantId),
        ...{ id: applicantId, accountId, environment: 'live', status: 'approved', createdAt: at(-60) },
        subject: { businessName: 'Adire Ltd', email: 'ada@example.com', createdAt: 'the 1st' },
        timeline: [
          { status: 'created', at: at(-60), by: 'account' },
          { status: 'approved', at: at(-29), by: 'reviewer', reason: 'Ada Obi vouches' },
        ],
        expiresAt: at(60),
      }),
    );
    expect(await ask(applicantId)).toBe(
      `applicant ${applicantId} status=approved accountId=${accountId} environment=live
log lines since ${at(-65)}
${at(-60)} table           applicant ${applicantId} createdAt
${at(-60)} table           applicant ${applicantId} timeline status=created by=account
${at(-30)} submit-session  REQUEST_ANSWERED requestId=req-1= statusCode=200 applicantId=${applicantId} accountId=${accountId}
${at(-29)} table           applicant ${applicantId} timeline status=approved by=reviewer
${at(-29)} deliver-webhook DELIVERY_ATTEMPTED requestId=req-1= deliveryId=${deliveryId} status=delivered`,
    );
    expect(searches.map(({ texts }) => texts)).toStrictEqual([[applicantId], ['req-1=']]);
  });

  test('to a delivery includes its attempts, and its request although no line names the delivery', async () => {
    const deliveryId = id('whd');
    const { table, ask } = operatorWith([
      line(-60, 'submit-session', 'REQUEST_ANSWERED', { requestId: 'req-1=', statusCode: 200 }),
    ]);
    await table.write(
      put({
        ...{ ...deliveryKeys.delivery(deliveryId), status: 'failed', createdAt: at(-59), requestId: 'req-1=' },
        attempts: [
          { number: 1, startedAt: at(-58), trigger: 'scheduled', statusCode: 503, responseExcerpt: 'Ada Obi' },
        ],
      }),
    );
    const told = await ask(deliveryId);
    expect(told).toContain(`webhook delivery ${deliveryId} status=failed\n`);
    expect(told).toContain(`webhook delivery ${deliveryId} attempts.startedAt trigger=scheduled statusCode=503`);
    expect(told).toContain('submit-session REQUEST_ANSWERED requestId=req-1=');
    expect(told).not.toContain('Ada');
  });

  test.each([
    ['req-1=', 'the id of a request'],
    ['order-4711', 'the id that its caller gave it'],
    ['0102018f-7a3e-4b0d-000000', 'the id of a mail'],
  ])('to %s, %s, includes the records that its lines name, but no long-lived one', async (asked) => {
    const reference = id('addr');
    const [applicantId, widgetId] = [id('app'), id('wgt')];
    const { table, ask } = operatorWith([
      line(-30, 'submit-session', 'REQUEST_ANSWERED', {
        ...{ requestId: 'req-1=', clientRequestId: 'order-4711', mailId: '0102018f-7a3e-4b0d-000000' },
        ...{ reference, applicantId, widgetId, accountId },
      }),
    ]);
    await table.write(put({ ...addressKeys.verification(reference), status: 'pending', createdAt: at(-31) }));
    await table.write(put({ ...applicantKeys.applicant(applicantId), status: 'expired', createdAt: at(-60) }));
    const told = await ask(asked);
    expect(told).toContain(`address verification ${reference} createdAt`);
    expect(told).toContain(`applicant ${applicantId} createdAt`);
    expect(told).not.toMatch(/^(account|widget) /m);
  });

  test.each<[string, string, (owner: string, one: string) => object]>([
    ['ver', 'check', (owner, one) => directCheckKeys.directCheck(owner, 'live', one)],
    ['sev', 'service event', (owner, one) => eventKeys.outboxEvent(owner, one)],
    ['whk', 'webhook registration', (owner, one) => registrationKeys.deletedRegistration(owner, one)],
  ])('to %s_… is found under the account that its lines name', async (prefix, kind, key) => {
    const own = id(prefix as IdPrefix);
    const { table, ask } = operatorWith([line(-5, 'any', 'REQUEST_ANSWERED', { accountId, some: own })]);
    const personal = { number: '0123456789', type: '22212345678', status: 'Ada Obi', by: 'ada@example.com' };
    await table.write(put({ ...key(accountId, own), ...personal, createdAt: at(-6) } as never));
    const told = await ask(own);
    expect(told).toContain(`${kind} ${own} createdAt`);
    for (const value of Object.values(personal)) expect(told).not.toContain(value);
  });

  test('to a transaction is found under its account and time', async () => {
    const end = {
      accountId,
      environment: 'live',
      balanceKobo: 5,
      entryCount: 1,
      creditCount: 1,
      debitCount: 0,
    } as const;
    const entry = { type: 'credit', amountKobo: 5, actionKey: null, description: 'Ada Obi', reference: null } as const;
    const item = toLedgerItem(nextEntry(end, entry, NOW_MS - 5 * MINUTE_MS));
    const transactionId = String(item['id']);
    const { table, ask } = operatorWith([line(-5, 'any', 'REQUEST_ANSWERED', { accountId, transactionId })]);
    await table.write(put(item));
    const told = await ask(transactionId);
    expect(told).toContain(`wallet transaction ${transactionId} createdAt`);
    expect(told).not.toContain('Ada');
  });

  test('is searched from the time in the id, for what lasts from a day ago, or from when the operator says', async () => {
    const { ask, searches } = operatorWith();
    const since = async (asked: string, options = {}) => {
      await expect(ask(asked, options)).rejects.toThrow(`Nothing is known of ${asked} since`);
      return searches.at(-1)?.since;
    };
    expect(await since(id('app', -600))).toBe(at(-605));
    expect(await since(accountId)).toBe(at(-24 * 60));
    expect(await since('req-1=')).toBe(at(-24 * 60));
    expect(await since(accountId, { since: '2026-11-01' })).toBe('2026-11-01T00:00:00.000Z');
    expect(await since(accountId, { since: '2026-11-01T14:30Z' })).toBe('2026-11-01T14:30:00.000Z');
  });

  test('says when only the newest lines are shown, and follows twenty requests at most', async () => {
    const lines = Array.from({ length: 30 }, (_, n) =>
      line(n - 40, 'any', 'REQUEST_ANSWERED', { requestId: `r-${n}` }),
    );
    const searched: (readonly string[])[] = [];
    const find = async (texts: readonly string[]) => {
      searched.push(texts);
      return { lines, isCut: true };
    };
    const told = await operatorOn(memoryTable()).run(['what-happened', accountId], {}, { logs: { find } });
    expect(told).toContain('only the newest');
    expect(searched[1]).toHaveLength(20);
  });

  test.each(['ada@example.com', 'a b', "' or 1", '', 'x'.repeat(129)])(
    'is refused for %j, which is no id',
    async (text) => {
      await expect(operatorWith().ask(text)).rejects.toThrow('is not an id');
    },
  );

  test.each(['yesterday', '2026-13-45', '2026-11-21T14:00', '21/11/2026'])('is refused since %j', (since) => {
    expect(() => opsCommand(['what-happened', 'req-1'], { since })).toThrow(UsageError);
  });
});
