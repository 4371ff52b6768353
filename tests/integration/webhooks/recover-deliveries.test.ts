import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/webhooks/recover-deliveries';
import { recoverDeliveries } from '#functions/api/webhooks/recover-deliveries.contract';
import { serviceTable } from '#shared/db/client';
import { remove } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { SendRecovery } from '#shared/webhooks/deliveries/records/delivery-queue';
import { deliveryLogKeys } from '#shared/webhooks/delivery-log/keys';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { deliveryState } from '#tests/support/logged-deliveries';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call as callWebhooks, draftFor, naming, type ReadResponse } from './calls.ts';

const DAY_MS = 86_400_000;

const register = async (account: SignedInAccount): Promise<string> => {
  const app = await createWidgetFor(account);
  return (await callWebhooks('create', account, { body: draftFor(app.id) })).body.data.id;
};

const recover = async (
  account: SignedInAccount,
  id: string,
  body: unknown,
  send: SendRecovery = async () => {},
): Promise<ReadResponse<{ readonly count: number }>> => {
  const { method, route, name } = recoverDeliveries;
  const request = { ...naming(id), body, method, route, headers: account.headers };
  const response = await handler.with({ deliveries: send })(apiEvent(request), lambdaContext(name));
  return { status: response.statusCode, headers: response.headers ?? {}, body: JSON.parse(response.body ?? '{}') };
};

const hoursAgo = (hours: number): string => isoTime(Date.now() - hours * 3_600_000);

/** A registration with deliveries of each kind: two failed, one skipped, one delivered, and one that failed long before. */
const missed = async () => {
  const account = await signedInAccount();
  const id = await register(account);
  const states = (['failed', 'failed', 'skipped', 'delivered', 'retrying'] as const).map((status) =>
    deliveryState(id, { accountId: account.accountId, status, createdAt: hoursAgo(2) }),
  );
  const old = deliveryState(id, { accountId: account.accountId, status: 'failed', createdAt: hoursAgo(9) });
  await logDeliveries(id, [old, ...states], { table: serviceTable(), clock: Date.now });
  return { account, id };
};

const running = (id: string) => serviceTable().get(deliveryLogKeys.recovery(id));

describe('recover deliveries: what it promises', () => {
  test('begins at once: a message for its first step is sent, and only for a recovery that was begun', async () => {
    const { account, id } = await missed();
    const begun: string[] = [];
    const send = async (registrationId: string) => {
      begun.push(registrationId);
    };
    const since = hoursAgo(4);
    await recover(account, id, { since: hoursAgo(1) }, send);
    expect(begun).toStrictEqual([]);
    await recover(account, id, { since }, send);
    await recover(account, id, { since }, send);
    expect(begun).toStrictEqual([id]);
  });

  test('exists although its message cannot be sent: the sweep begins it', async () => {
    const { account, id } = await missed();
    const answer = await recover(account, id, { since: hoursAgo(4) }, () => Promise.reject(new Error('Unreachable')));
    expect([answer.status, answer.body.data]).toStrictEqual([200, { count: 3 }]);
    expect(await running(id)).toMatchObject({ count: 3 });
  });

  test("accepts a time of 30 days ago by the caller's clock, and a minute more", async () => {
    const { account, id } = await missed();
    for (const since of [isoTime(Date.now() - 30 * DAY_MS), isoTime(Date.now() - 30 * DAY_MS - 59_000)]) {
      expect((await recover(account, id, { since })).body.data).toStrictEqual({ count: 4 });
      await serviceTable().write(remove(deliveryLogKeys.recovery(id)));
    }
  });

  test('counts what failed or was skipped since then', async () => {
    const { account, id } = await missed();
    const since = hoursAgo(4);
    const { status, body, headers } = await recover(account, id, { since });
    expect([status, body]).toStrictEqual([200, { success: true, data: { count: 3 } }]);
    expect(headers).not.toHaveProperty('RateLimit-Limit');
    expect(await running(id)).toMatchObject({ since, count: 3, overdueKind: 'recovery' });
  });

  test('the same call while it runs returns its count, and a different one is refused', async () => {
    const { account, id } = await missed();
    const since = hoursAgo(4);
    await recover(account, id, { since });
    const first = await running(id);
    const repeated = await Promise.all([1, 2, 3].map(() => recover(account, id, { since })));
    expect(repeated.map(({ status, body }) => [status, body.data.count])).toStrictEqual(Array(3).fill([200, 3]));
    const other = await recover(account, id, { since: hoursAgo(24) });
    expect([other.status, other.body.code]).toStrictEqual([409, 'RECOVERY_RUNNING']);
    expect(await running(id)).toStrictEqual(first);
    await serviceTable().write(remove(deliveryLogKeys.recovery(id)));
    expect((await recover(account, id, { since: hoursAgo(24) })).body.data.count).toBe(4);
  });

  test('begins nothing if there is nothing to recover', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const { status, body } = await recover(account, id, { since: hoursAgo(4) });
    expect([status, body.data]).toStrictEqual([200, { count: 0 }]);
    expect(await running(id)).toBeUndefined();
  });
});

describe('recover deliveries: what it refuses', () => {
  test.each([
    ['more than 30 days and a minute ago', { since: isoTime(Date.now() - 30 * DAY_MS - 61_000) }],
    ['not a time', { since: 'last week' }],
    ['missing', {}],
  ])('a time that is %s', async (_, body) => {
    const { account, id } = await missed();
    const refused = await recover(account, id, body);
    expect([refused.status, refused.body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.details).toMatchObject([{ path: 'since' }]);
    expect(await running(id)).toBeUndefined();
  });

  test('an inactive registration', async () => {
    const { account, id } = await missed();
    await callWebhooks('update', account, { ...naming(id), body: { isActive: false } });
    const { status, body } = await recover(account, id, { since: hoursAgo(4) });
    expect([status, body.code]).toStrictEqual([409, 'WEBHOOK_INACTIVE']);
    expect(await running(id)).toBeUndefined();
  });

  test.each(['whk_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whk_#'])('the id %s', async (id) => {
    const { status, body } = await recover(await signedInAccount(), id, { since: hoursAgo(4) });
    expect([status, body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
  });
});

securitySuite({
  contract: recoverDeliveries,
  handler: handler.with({ deliveries: async () => {} }),
  request: async (account) => ({ ...naming(await register(account)), body: { since: hoursAgo(4) } }),
  missing: () => ({ ...naming(newId('whk', Date.now())), body: { since: hoursAgo(4) } }),
});
