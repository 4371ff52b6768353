import { describe, expect, test } from 'vitest';
import { type MailMessage, renderMail } from '#shared/sources/mail';

const message: MailMessage = {
  to: 'ada@example.com',
  template: 'verificationCode',
  data: { code: '048291', validMinutes: 10, signedUpAt: '2026-11-21T23:03:27.412Z' },
};

describe('the mail with a verification code', () => {
  test('holds the code, as its only six digits, and how long it is valid', () => {
    const { text } = renderMail(message);
    expect(text.match(/\d{6}/g)).toEqual(['048291']);
    expect(text).toContain('10 minutes');
  });

  test('states when its sign-up was made: in Lagos, a day ahead of UTC here, and in UTC', () => {
    expect(renderMail(message).text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
  });

  test('does not show the code in its subject, which locked screens display', () => {
    expect(renderMail(message).subject).toBe('Your verification code');
  });

  test('has no link that a forged copy could replace', () => {
    expect(renderMail(message).text).not.toMatch(/https?:|www\./);
  });
});

describe('the mail about a deactivated registration', () => {
  const { subject, text } = renderMail({
    to: 'ada@example.com',
    template: 'webhookDeactivated',
    data: {
      registrationId: 'whk_01KAJ3X1QM3B6C9D0E1F2G3H4J',
      appId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      environment: 'live',
      serviceType: 'kyc_widget',
      endpointHost: 'hooks.example.com',
      failingSince: '2026-11-21T23:03:27.412Z',
    },
  });

  test('names what was stopped, since when nothing was delivered, and what to do', () => {
    expect(subject).toContain('hooks.example.com');
    for (const part of ['whk_01KAJ3X1QM3B6C9D0E1F2G3H4J', 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'live', 'kyc_widget']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
    expect(text).toContain('What to do');
  });

  test('has no link that a forged copy could replace', () => {
    expect(text).not.toMatch(/https?:|www\./);
  });
});
