import { expect, test } from 'vitest';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import { functionLogs } from '#tests/support/function-logs';
import { mailsTo, type SentMail } from '#tests/support/mail-outbox';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { newCustomer, newEmail } from './people.ts';

const BALANCE_KOBO = 1_000_000;

test('the link in a mail unsubscribes from mails of its kind with one click, and its page subscribes again', async () => {
  const email = newEmail();
  const customer = await newCustomer(email);
  const created = await customer.post<{ data: { id: string } }>('/v1/kyb/widgets', DEMO_WIDGET);
  const { id: widgetId } = created.body.data;
  await customer.patch(`/v1/kyb/widgets/${widgetId}/status`, { status: 'live' });
  const query = { environment: 'sandbox' };
  const threshold = await customer.request('PUT', '/v1/wallet/threshold', {
    body: { thresholdKobo: BALANCE_KOBO },
    query,
  });
  expect(threshold.status).toBe(200);

  /** Takes the balance below its threshold, for which one mail is sent each time. */
  const spend = async (): Promise<void> => {
    const filled = await customer.request('PUT', '/v1/sandbox/wallet', { body: { balanceKobo: BALANCE_KOBO } });
    const paid = await customer.post(`/v1/kyb/widgets/${widgetId}/applicants`, {});
    expect([filled.status, paid.status]).toEqual([200, 201]);
  };
  const notices = (count: number): Promise<SentMail[]> =>
    waitUntil(
      async () => {
        const found = (await mailsTo(stack().mailOutboxUrl, email)).filter(({ subject }) => /below/.test(subject));
        return found.length >= count && found;
      },
      { timeoutMs: 30_000, what: `mail ${count} about a low balance to ${email}` },
    );

  await spend();
  const [first] = await notices(1);
  const link = /^(https?:\/\/\S+\/v1\/mails\/unsubscribe\?token=\S+)$/m.exec(first?.text ?? '')?.[1];
  expect(link).toBeDefined();

  // Programs that prefetch links change nothing.
  const page = await fetch(link ?? '');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  await spend();
  await notices(2);

  const send = async (body: URLSearchParams): Promise<number> =>
    (await fetch(link ?? '', { method: 'POST', body })).status;
  expect(await send(new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))).toBe(200);
  const logs = functionLogs(stack());
  const unsent = async (): Promise<number> =>
    (await logs.linesOf('send-mails')).filter((line) => line.includes('"unsubscribed"')).length;
  const before = await unsent();
  await spend();
  await waitUntil(async () => (await unsent()) > before, { timeoutMs: 30_000, what: 'the mail that is not sent' });

  expect(await (await fetch(link ?? '')).text()).toContain('value="Subscribe"');
  expect(await send(new URLSearchParams({ 'List-Unsubscribe': 'Subscribe' }))).toBe(200);
  await spend();
  expect(await notices(3)).toHaveLength(3);
}, 180_000);
