import { expect, test } from 'vitest';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import { mailedApplicationLink } from '#tests/support/mail-outbox';
import { stack } from '#tests/support/stack';
import { assessed, newClient, newCustomer, newEmail, submitApplicant } from './people.ts';

interface Opened {
  readonly data: {
    readonly sessionId: string;
    readonly applicantId: string;
    readonly status: string;
    readonly openModules: readonly string[];
  };
}

test('the link of a resubmission mail opens the same application on a device without a memory of it', async () => {
  // The mails of the sandbox reach only confirmed addresses, such as the account's own.
  const email = newEmail();
  const customer = await newCustomer(email);
  const config = {
    ...DEMO_WIDGET.config,
    notifications: { ...DEMO_WIDGET.config.notifications, notifyApplicantEmail: true },
  };
  const created = await customer.post<{ data: { id: string; embedLinkToken: string } }>('/v1/kyb/widgets', {
    ...DEMO_WIDGET,
    config,
  });
  const { data: widget } = created.body;
  await customer.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'live' });
  const submitted = await submitApplicant(customer, widget, 'SANDBOX_RESUBMIT Ltd', { email });
  expect((await assessed(customer, submitted.applicantId)).status).toBe('resubmission_requested');

  const link = new URL(await mailedApplicationLink(stack().mailOutboxUrl, email));
  const page = await fetch(link);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);

  // As the page does with what its address names.
  const token = link.pathname.split('/').at(-1);
  const opened = await newClient().post<Opened>('/v1/widget/embed/sessions', {
    token,
    applicantId: link.searchParams.get('applicantId'),
  });
  expect([opened.status, opened.body.data]).toMatchObject([
    200,
    { sessionId: submitted.sessionId, applicantId: submitted.applicantId, status: 'in_progress' },
  ]);
  expect(opened.body.data.openModules.length).toBeGreaterThan(0);

  const guessed = `${submitted.applicantId.slice(0, -1)}${submitted.applicantId.endsWith('0') ? '1' : '0'}`;
  const stranger = await newClient().post('/v1/widget/embed/sessions', { token, applicantId: guessed });
  expect(stranger.status).toBe(404);
}, 120_000);
