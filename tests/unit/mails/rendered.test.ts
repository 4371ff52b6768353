import { describe, expect, test } from 'vitest';
import { applicantTextMessage, TEXTED_OUTCOMES } from '#shared/mails/messages/applicant-text-message';
import { MAILS, type MailData, type MailMessage, type MailTemplate } from '#shared/mails/messages/catalogue';
import { renderMail } from '#shared/mails/messages/render-mail';
import { businessName } from '#shared/mails/messages/shown-name';
import { UNSUBSCRIBABLE } from '#shared/mails/unsubscribable';

/*
 * Each mail as its recipient reads it, in `rendered/`, which `npx vitest run --project unit -u
 * tests/unit/mails/rendered.test.ts` writes. Each is also rendered with the worst text that strangers and registries
 * can put into it.
 */

/** Markup, a web address, a change of writing direction, and a line that imitates one of the service's. */
const HOSTILE =
  '<img src=x onerror="steal()">\u202Eevil.example\u2066\r\nBcc: everybody@evil.example\u2028\n> x'.concat(
    ' and a long name'.repeat(12),
  );

const TIME = '2026-11-21T23:03:27.412Z';
const LINK = 'https://app.example.com/continue?x=1&y=2';
const LINK_IN_HTML = LINK.replace('&', '&amp;');
const SENDER = { brandName: 'Adire Market', supportEmail: 'help@adire.example' };
/** A brand reaches a mail only through `businessName`. */
const HOSTILE_SENDER = { brandName: businessName(HOSTILE, HOSTILE), supportEmail: '' };

const CODE = { code: '048291', validMinutes: 10 };
const VENDOR = { environment: 'live', vendorId: 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9', rcNumber: 'RC1234567' };
const WATCH = { ...VENDOR, priceKobo: 100_000, paidUntil: '2026-11-18T14:03:27.412Z', pausedAt: TIME };
const OBLIGATION = {
  ...{ obligationId: 'obl_01KAJ3V9N5Q7S1W3Y6B8D0F2HJ', companyId: 'cmp_01KAJ3V2M8T4K6W0Y5R7P9N1BX' },
  ...{ dueDate: '2026-12-21', daysUntilDue: 7 },
};
const REGISTRATION = {
  ...{ registrationId: 'whk_01KAJ3X1QM3B6C9D0E1F2G3H4J', appId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW' },
  ...{ environment: 'live', serviceType: 'kyc_widget', endpointHost: 'hooks.example.com' },
  ...{ failingSince: TIME, recoverSince: '2026-11-20T23:03:27.412Z' },
};
const APPLICANT = { applicantId: 'app_01KAJ3W8E2R4T6Y8U0I2O4P6A8', environment: 'live', at: TIME };

/** The data of each mail: first the usual, then the worst. */
const DATA: { readonly [T in MailTemplate]: readonly [usual: MailData<T>, ...others: MailData<T>[]] } = {
  verificationCode: [{ ...CODE, signedUpAt: TIME }],
  loginCode: [{ ...CODE, requestedAt: TIME }],
  passwordReset: [{ address: LINK, validMinutes: 30, requestedAt: TIME }],
  passwordChanged: [{ changedAt: TIME }],
  webhookDeactivated: [
    { ...REGISTRATION, reason: 'failing' },
    { ...REGISTRATION, reason: 'gone' },
  ],
  lowBalance: [{ environment: 'live', balanceKobo: 123_456_705, thresholdKobo: 200_000_000, crossedAt: TIME }],
  autoTopUpStopped: [{ environment: 'live', amountKobo: 2_500_000, failureCount: 3, stoppedAt: TIME }],
  watchPaused: [
    { ...WATCH, vendorName: 'Kano Mills Limited' },
    { ...WATCH, vendorName: HOSTILE },
  ],
  applicantDecided: [
    { ...SENDER, outcome: 'approved' },
    { ...HOSTILE_SENDER, outcome: 'rejected' },
  ],
  applicantResubmits: [
    { ...SENDER, modules: ['Documents', 'Proof of address'], message: 'The scan is cut off.', address: LINK },
    { ...HOSTILE_SENDER, modules: ['Documents'], message: HOSTILE, address: null },
  ],
  adminNotice: [
    { ...APPLICANT, widgetName: 'Shop', referenceId: 'order-17', outcome: 'submitted' },
    { ...APPLICANT, widgetName: HOSTILE, referenceId: HOSTILE, outcome: 'requires_review' },
  ],
  addressConfirmation: [
    { address: LINK, accountEmail: 'ada@example.com', validDays: 3 },
    { address: LINK, accountEmail: HOSTILE, validDays: 3 },
  ],
  obligationDue: [
    { ...OBLIGATION, title: 'VAT return', companyName: 'Adire Textiles Limited' },
    { ...OBLIGATION, daysUntilDue: -3, title: HOSTILE, companyName: HOSTILE },
  ],
  subscription: [{ email: 'ada@example.com' }],
  demoRequest: [
    { name: 'Ada', email: 'ada@example.com', company: 'Adire', phone: '+2348030000000', message: 'One\nTwo' },
    { name: HOSTILE, email: 'ada@example.com', company: HOSTILE, phone: HOSTILE, message: HOSTILE },
  ],
};

const UNSUBSCRIBE = 'https://api.example.com/v1/mails/unsubscribe?token=abc';

const TEMPLATES = Object.keys(MAILS) as MailTemplate[];
const CASES = TEMPLATES.flatMap((template) =>
  DATA[template].map((data) => ({ to: 'reader@example.com', template, data }) as MailMessage),
);

describe.each(TEMPLATES)('The mail %s', (template) => {
  test('reads as its file says', async () => {
    const file = `./rendered/${template.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.txt`;
    const unsubscribeUrl = MAILS[template].unsubscribe === null ? undefined : UNSUBSCRIBE;
    const pages = CASES.filter((message) => message.template === template).map((message) => {
      const { subject, text } = renderMail(message, { ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) });
      return `Subject: ${subject}\n\n${text}`;
    });
    await expect(pages.join('\n===== another one =====\n\n')).toMatchFileSnapshot(file);
  });

  test('is declared under its own name', () => expect(MAILS[template].template).toBe(template));
});

describe.each(CASES)('$template', (message) => {
  const { subject, text, html } = renderMail(message, { isTest: true, unsubscribeUrl: UNSUBSCRIBE });

  test('has a subject of one short line without codes, links or changes of direction', () => {
    expect(subject).toMatch(/^\[Test\] \S/);
    expect(Array.from(subject).length).toBeLessThanOrEqual(120);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]|\d{6}|https?:|www\./u);
  });

  test('has only links of the service, each alone on its line, and no markup of strangers', () => {
    const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
    expect(links.at(-1)).toBe(UNSUBSCRIBE);
    for (const link of links) expect([LINK_IN_HTML, UNSUBSCRIBE]).toContain(link);
    expect(html).not.toMatch(/<img/);
    expect(html.match(/<(?!\/?(?:html|body|p|br|a|blockquote)\b|!doctype html>)/g)).toBeNull();
    for (const line of text.split('\n').filter((one) => /^https?:/.test(one)))
      expect([LINK, UNSUBSCRIBE]).toContain(line);
  });

  test("has no line that a stranger wrote in the service's name, and reads in the order of its letters", () => {
    const lines = text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/);
    expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([]);
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(text).not.toMatch(/undefined|null|NaN|Invalid Date|\n{3,}/);
  });
});

test('Every mail that its reader can unsubscribe from is on the unsubscribe page, under its own code', () => {
  const declared = TEMPLATES.flatMap((template) => {
    const { unsubscribe } = MAILS[template];
    return unsubscribe === null ? [] : [[template, unsubscribe] as const];
  });
  expect(Object.fromEntries(declared)).toEqual(UNSUBSCRIBABLE);
  expect(new Set(declared.map(([, { code }]) => code)).size).toBe(declared.length);
});

test('The text messages read as their file says, in one message each and without a link', async () => {
  const texts = TEXTED_OUTCOMES.flatMap((outcome) =>
    [SENDER, HOSTILE_SENDER].map(({ brandName }) => applicantTextMessage(outcome, brandName)),
  );
  for (const text of texts) {
    expect(text).toMatch(/^[ -~]{1,160}$/);
    expect(text).not.toMatch(/https?:|www\.|evil/);
  }
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('./rendered/text-messages.txt');
});
