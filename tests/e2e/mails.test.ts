import { expect, test } from 'vitest';
import { createApplicant, saveAnswers, submitSession } from '#scripts/demo/journey';
import { DEMO_ANSWERS, DEMO_WIDGET } from '#scripts/demo/onboarding';
import { mailedConfirmation, mailedNotice } from '#tests/support/mail-outbox';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { deployedApi, newClient, newCustomer, newEmail } from './people.ts';

interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

test('on a deployed stage a mail of the sandbox is sent only to confirmed addresses, and any other is kept for its account', async () => {
  const customer = await newCustomer();
  const [administrator, applicantEmail] = [newEmail(), newEmail()];
  const notifications = { ...DEMO_WIDGET.config.notifications, notifyApplicantEmail: true };
  const created = await customer.post<{
    data: { id: string; embedLinkToken: string };
    warnings: readonly { message: string }[];
  }>('/v1/kyb/widgets', {
    ...DEMO_WIDGET,
    config: { ...DEMO_WIDGET.config, notifications: { ...notifications, notifyAdminEmail: administrator } },
  });
  expect(created.body.warnings).toMatchObject([{ message: expect.stringContaining('is not confirmed yet') }]);
  const { id, embedLinkToken: token } = created.body.data;
  expect((await customer.patch(`/v1/kyb/widgets/${id}/status`, { status: 'live' })).status).toBe(200);

  const page = `/v1/mail-addresses/confirm/${await mailedConfirmation(stack().mailOutboxUrl, administrator)}`;
  const shown = await newClient().get(page);
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<form method="post">')]);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await newClient().post(page, '', { headers })).status).toBe(200);

  const { applicant, sessionId } = await createApplicant(customer, id);
  const profile = { ...DEMO_ANSWERS.business_profile, email: applicantEmail };
  await saveAnswers(deployedApi(), { token, sessionId }, () => undefined, {
    ...DEMO_ANSWERS,
    business_profile: profile,
  });
  await submitSession(deployedApi(), { token, sessionId });

  expect(await mailedNotice(stack().mailOutboxUrl, administrator)).toBe(applicant.id);
  const kept = await waitUntil(
    async () => {
      const query = { to: applicantEmail };
      const { data } = (await customer.get<{ data: KeptMail[] }>('/v1/sandbox/mails', { query })).body;
      return data.length > 0 && data;
    },
    { timeoutMs: 60_000, intervalMs: 250, what: `the mail kept for ${applicantEmail}` },
  );
  expect(kept).toMatchObject([{ to: applicantEmail, subject: expect.stringMatching(/^\[Test\]/) }]);
});
