import { describe, expect, test } from 'vitest';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import { renderMail } from '#shared/mails/messages/render-mail';

const message: MailMessage = {
  to: 'ada@example.com',
  template: 'verificationCode',
  data: { code: '048291', validMinutes: 10, signedUpAt: '2026-11-21T23:03:27.412Z' },
};

describe('the mail with a verification code', () => {
  test('contains the code, as its only six digits, and how long it is valid', () => {
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

describe('the mail with a login code', () => {
  const { subject, text } = renderMail({
    to: 'ada@example.com',
    template: 'loginCode',
    data: { code: '048291', validMinutes: 10, requestedAt: '2026-11-21T23:03:27.412Z' },
  });

  test('contains the code, as its only six digits, how long it is valid and when it was requested', () => {
    expect(text.match(/\d{6}/g)).toEqual(['048291']);
    expect(text).toContain('10 minutes');
    expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
  });

  test('does not show the code in its subject, and has no link', () => {
    expect(subject).toBe('Your login code');
    expect(text).not.toMatch(/https?:|www\./);
  });
});

describe('the mail about a low balance', () => {
  const { subject, text } = renderMail({
    to: 'ada@example.com',
    template: 'lowBalance',
    data: {
      environment: 'live',
      balanceKobo: 123_456_705,
      thresholdKobo: 200_000_000,
      crossedAt: '2026-11-21T23:03:27.412Z',
    },
  });

  test('names the wallet, its balance and the threshold in naira, and when it was crossed', () => {
    expect(subject).toBe('Your live wallet is below NGN 2,000,000.00');
    expect(text).toContain('live wallet fell to NGN 1,234,567.05 on');
    expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
    expect(text).toContain('threshold of NGN 2,000,000.00');
  });
});

test('the mail about automatic top-ups that were turned off says why, when and what to do', () => {
  const { subject, text } = renderMail({
    to: 'ada@example.com',
    template: 'autoTopUpStopped',
    data: { environment: 'live', amountKobo: 2_500_000, failureCount: 3, stoppedAt: '2026-11-21T23:03:27.412Z' },
  });
  expect(subject).toBe('Automatic top-ups for your live wallet have been turned off');
  expect(text).toContain('could not be charged NGN 25,000.00 for your live wallet 3 times in a row');
  expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
  expect(text).toContain('top up the wallet yourself');
});

describe('the mail about an obligation that is due', () => {
  const mailOf = (daysUntilDue: number, title = 'VAT return') =>
    renderMail({
      to: 'ada@example.com',
      template: 'obligationDue',
      data: {
        obligationId: 'obl_01KAJ3V9N5Q7S1W3Y6B8D0F2HJ',
        companyId: 'cmp_01KAJ3V2M8T4K6W0Y5R7P9N1BX',
        companyName: 'Adire Textiles Limited',
        title,
        dueDate: '2026-12-21',
        daysUntilDue,
      },
    });

  test.each([
    [30, 'is due in 30 days'],
    [1, 'is due in 1 day'],
    [0, 'is due today'],
    [-1, 'is overdue by 1 day'],
    [-3, 'is overdue by 3 days'],
  ])('%i days before says that it %s', (daysUntilDue, when) => {
    const { subject, text } = mailOf(daysUntilDue);
    expect(subject).toBe(`VAT return for Adire Textiles Limited ${when}`);
    for (const part of [when, '21 December 2026', 'obl_01KAJ3V9N5Q7S1W3Y6B8D0F2HJ', '/complete']) {
      expect(text).toContain(part);
    }
  });

  test('has a subject of one line without an address, whatever its title is', () => {
    const { subject, text } = mailOf(7, 'Rent\r\nBcc: everybody@example.com');
    expect(subject).toBe('An obligation for Adire Textiles Limited is due in 7 days');
    expect(text).not.toMatch(/^Bcc/m);
  });
});

describe('the mails about a new password', () => {
  test('the first contains the link, alone on its line, how long it works and when it was requested', () => {
    const address = 'https://app.example.com/reset-password#token=q3Jt0oVw5vWm2kS8yX1bN7cR4dF6gH9jK0lZ3xC5vB8';
    const { subject, text } = renderMail({
      to: 'ada@example.com',
      template: 'passwordReset',
      data: { address, validMinutes: 30, requestedAt: '2026-11-21T23:03:27.412Z' },
    });
    expect(text.split('\n')).toContain(address);
    expect(text.match(/https?:/g)).toHaveLength(1);
    expect(text).toContain('30 minutes');
    expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
    expect(subject).not.toContain('token');
  });

  test('the second says when it was changed, and has no link', () => {
    const { text } = renderMail({
      to: 'ada@example.com',
      template: 'passwordChanged',
      data: { changedAt: '2026-11-21T23:03:27.412Z' },
    });
    expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
    expect(text).not.toMatch(/https?:|www\./);
  });
});

describe('the mail about a deactivated registration', () => {
  const data = {
    registrationId: 'whk_01KAJ3X1QM3B6C9D0E1F2G3H4J',
    appId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
    environment: 'live',
    serviceType: 'kyc_widget',
    endpointHost: 'hooks.example.com',
    reason: 'failing',
    failingSince: '2026-11-21T23:03:27.412Z',
    recoverSince: '2026-11-20T23:03:27.412Z',
  } as const;
  const mail = { to: 'ada@example.com', template: 'webhookDeactivated', data } as const;
  const { subject, text } = renderMail(mail);

  test('names the registration, since when nothing was delivered, and what to do', () => {
    // The host is a customer's text and a web address, so it is only in the body.
    expect(subject).toBe('Webhooks to one of your endpoints have been stopped');
    expect(text).toContain('hooks.example.com');
    for (const part of ['whk_01KAJ3X1QM3B6C9D0E1F2G3H4J', 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'live', 'kyc_widget']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
    expect(text).toContain('nothing could be delivered since');
    expect(text).toContain('What to do');
    expect(text).toContain(
      '{"since": "2026-11-20T23:03:27.412Z"}, or with a later time if that is more than 30 days ago.',
    );
  });

  test('says that an endpoint responded that it no longer exists', () => {
    const gone = renderMail({ ...mail, data: { ...data, reason: 'gone' } });
    expect(gone.text).toContain('it responded with 410 Gone to all five attempts of a delivery');
    expect(gone.text).not.toContain('nothing could be delivered');
  });

  test('has no link that a forged copy could replace', () => {
    expect(text).not.toMatch(/https?:|www\./);
  });
});

describe('the mails to sales', () => {
  const to = 'sales@example.com';

  test('a subscription states the address', () => {
    const { subject, text } = renderMail({ to, template: 'subscription', data: { email: 'ada@example.com' } });
    expect(subject).toBe('New subscription');
    expect(text).toContain('\nada@example.com\n');
  });

  test('a demo request shows what was entered, and nothing for fields that were left out', () => {
    const whole = { name: 'Ada', email: 'ada@example.com', company: 'Adire', phone: '+234', message: 'One\nTwo' };
    const { subject, text } = renderMail({ to, template: 'demoRequest', data: whole });
    expect(subject).toBe('Demo requested');
    const lines = ['Name: Ada', 'Email: ada@example.com', 'Company: Adire', 'Phone: +234', '', '> One', '> Two'];
    expect(text).toContain(`\n${lines.join('\n')}\n`);
    const least = renderMail({ to, template: 'demoRequest', data: { name: 'Ada', email: 'ada@example.com' } });
    expect(least.text).not.toMatch(/Company|Phone|>|undefined/);
  });

  test('no field can imitate another line: a one-line field stays one line, and a message is quoted', () => {
    const breaks = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'];
    for (const lineBreak of breaks) {
      const forged = `x${lineBreak}Email: eve@example.com`;
      const data = { name: forged, email: 'ada@example.com', company: forged, phone: forged, message: forged };
      const { text } = renderMail({ to, template: 'demoRequest', data });
      const lines = text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/);
      expect(lines.filter((line) => line.startsWith('Email:'))).toEqual(['Email: ada@example.com']);
    }
  });
});

test('the mail about a paused watch names the vendor on one line, the price, the times and what to do', () => {
  const { subject, text } = renderMail({
    to: 'ada@example.com',
    template: 'watchPaused',
    data: {
      environment: 'live',
      vendorId: 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9',
      vendorName: 'Kano\nMills',
      rcNumber: 'RC1234567',
      priceKobo: 100_000,
      paidUntil: '2026-11-18T14:03:27.412Z',
      pausedAt: '2026-11-21T23:03:27.412Z',
    },
  });
  expect(subject).toBe('Monitoring of Kano Mills has been paused');
  expect(text).toContain(
    'For three days, your live wallet has not covered the next month of monitoring for\nKano Mills (RC1234567)',
  );
  expect(text).toContain('NGN 1,000.00');
  expect(text).toContain('18 November 2026 at 15:03 in Lagos (18 November 2026 at 14:03 UTC)');
  expect(text).toContain('22 November 2026 at 00:03 in Lagos (21 November 2026 at 23:03 UTC)');
  expect(text).toContain('DELETE /v1/monitoring/watchlist/cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9');
});
