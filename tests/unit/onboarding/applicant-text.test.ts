import { describe, expect, test } from 'vitest';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantText } from '#shared/onboarding/notices/applicant-text';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { config } from './fixtures.ts';

interface Case {
  readonly type?: EventType;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly phone?: string;
  readonly brandName?: string;
  readonly environment?: 'sandbox' | 'live';
  readonly asks?: boolean;
}

const textOf = ({
  type = 'kyb.applicant.decision',
  data = {},
  phone = '0803 123 4567',
  brandName = 'Adire Market',
  environment = 'live',
  asks = true,
}: Case) => {
  const whole = config();
  return applicantText({
    event: { type, data: { ...EVENTS[type].example, ...data } } as unknown as ServiceEvent,
    applicant: {
      environment,
      subject: { phone, businessName: 'Secret Name Ltd', email: 'ada@adire.example' },
    } as unknown as Applicant,
    widget: {
      config: {
        ...whole,
        branding: { ...whole.branding, brandName },
        notifications: { ...whole.notifications, notifyApplicantSms: asks },
      },
    } as unknown as Widget,
    session: undefined,
    apiUrl: 'https://api.kyb-service.example',
    companyName: null,
  });
};

const TO = '+2348031234567';

describe('An applicant is texted', () => {
  test.each<[EventType, Record<string, unknown>, string]>([
    ['kyb.applicant.decision', { status: 'approved' }, 'Your application to Adire Market was approved.'],
    [
      'kyb.applicant.decision',
      { status: 'rejected', decisionReason: 'Ada lied' },
      'Your application to Adire Market was rejected.',
    ],
    [
      'kyb.applicant.resubmission_requested',
      {},
      'Adire Market asks you to update your application: open it as you did before.',
    ],
  ])('%s %o in one sentence', (type, data, text) => {
    expect(textOf({ type, data })).toEqual({ kind: 'message', message: { to: TO, text } });
  });

  test.each(['08031234567', '+234 803 123 4567', '234-803-123-4567', '(0803) 1234567'])('at %s', (phone) => {
    expect(textOf({ phone })).toMatchObject({ message: { to: TO } });
  });

  test('in one line and one message, whatever the brand', () => {
    for (const type of ['kyb.applicant.decision', 'kyb.applicant.resubmission_requested'] as const) {
      const text = textOf({ type, brandName: `A\r\nB\u2028${'x'.repeat(36)}` });
      expect(text).toMatchObject({ message: { text: expect.stringMatching(/A B x+ /) } });
      expect(text.kind === 'message' && text.message.text.length).toBeLessThanOrEqual(160);
    }
  });
});

describe('An applicant is not texted', () => {
  test.each<[string, Case]>([
    ['that it was submitted', { type: 'kyb.applicant.submitted' }],
    ['that it is reviewed', { data: { status: 'requires_review' } }],
    ['if its widget does not ask for it', { asks: false }],
  ])('%s', (_, one) => expect(textOf(one)).toEqual({ kind: 'none' }));

  test.each(['', 'call me', '0803', '0803 123 4567 ext 8', '+44 7700 900123', '+1 900 555 0100', '01 271 2345'])(
    'at %j, which is not a Nigerian mobile number',
    (phone) => expect(textOf({ phone })).toEqual({ kind: 'not_sent', reason: 'no_mobile_number' }),
  );

  test('in the sandbox', () => {
    expect(textOf({ environment: 'sandbox' })).toEqual({ kind: 'not_sent', reason: 'sandbox' });
  });
});
