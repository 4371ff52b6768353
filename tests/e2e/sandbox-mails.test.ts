import { expect, test } from 'vitest';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { newCustomer, newEmail, submitApplicant } from './people.ts';

interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

test('a phishing sentence as the brand reaches nobody: the mails of the sandbox are kept, and the administrator is asked', async () => {
  const customer = await newCustomer();
  const administrator = newEmail();
  const { branding, notifications } = DEMO_WIDGET.config;
  const config = {
    ...DEMO_WIDGET.config,
    branding: { ...branding, brandName: 'You won! Claim at https://evil.example' },
    notifications: { ...notifications, notifyApplicantEmail: true, notifyAdminEmail: administrator },
  };
  const created = await customer.post<{ data: { id: string; embedLinkToken: string }; warnings: unknown }>(
    '/v1/kyb/widgets',
    { ...DEMO_WIDGET, config },
  );
  expect(created.body.warnings).toMatchObject([{ path: 'config.notifications.notifyAdminEmail' }]);
  const { data: widget } = created.body;
  await customer.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'live' });
  await submitApplicant(customer, widget, 'Ada Provisions Limited');

  const kept = await waitUntil(
    async () => {
      const { body } = await customer.get<{ data: readonly KeptMail[] }>('/v1/sandbox/mails');
      return body.data.some(({ subject }) => subject.includes('Your application')) ? body.data : undefined;
    },
    { what: 'the mail to the applicant to be kept', timeoutMs: 60_000 },
  );
  const [toApplicant] = kept.filter(({ subject }) => subject.includes('Your application'));
  expect(toApplicant?.subject).toMatch(/^\[Test\] Your application to /);
  expect(JSON.stringify(kept)).not.toContain('evil');

  const outbox = await (await fetch(stack().mailOutboxUrl)).text();
  expect(outbox).not.toContain(String(toApplicant?.to));
  expect(outbox).not.toContain('evil');
  expect(outbox).toContain(administrator);
  expect(outbox).toMatch(/\/v1\/mail-addresses\/confirm\/[\w-]{43}/);
}, 120_000);
