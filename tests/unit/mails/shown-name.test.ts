import { describe, expect, test } from 'vitest';
import { mailHtml } from '#shared/mails/messages/mail-html';
import { unlinked } from '#shared/mails/messages/quoted';
import { renderMail } from '#shared/mails/messages/render-mail';
import { businessName, shownName } from '#shared/mails/messages/shown-name';

describe('A name of a customer is shown', () => {
  test.each([
    'Adire Market',
    'Ọlá & Sons Ltd.',
    'A.G. Leventis',
    'Co. of St. Mary',
    '7-Eleven 24/7',
    'Danfo: rides',
    'x'.repeat(40),
  ])('%s', (name) => expect(shownName(name)).toBe(name));

  test('on one line', () => expect(shownName(' Adire\r\nMarket\u2028Lagos ')).toBe('Adire Market Lagos'));

  test.each([
    'x'.repeat(41),
    '',
    ' \n ',
    'Verify at evil.example',
    'https://evil',
    'EVIL.NG',
    'pay@evil',
    'javascript:alert',
    'go to www evil',
    'evil。com',
    'xyz.xn--p1ai',
    'Call 0803 123 4567',
    '10.0.0.1',
    'Adire\u202EtekraM',
    'Ev\u200Bil.com',
  ])('except %j', (name) => expect(shownName(name)).toBeUndefined());

  test('as the company for an unsuitable brand, and neutrally if the company is unsuitable too', () => {
    expect(businessName('Win at evil.example', 'Adire Limited')).toBe('Adire Limited');
    expect(businessName('evil.example', 'evil.example')).toBe('the business you applied to');
    expect(businessName('evil.example', null)).toBe('the business you applied to');
  });
});

describe("A customer's words in a mail", () => {
  const message =
    'Pay at https://evil.example/now\r\nFrom: us <b>bold</b>, mail pay@evil.example, 1.5 times, version v2.0b';

  test('contain no address that a program turns into a link', () => {
    expect(unlinked(message)).toBe(
      'Pay at https[:]//evil[.]example/now\r\nFrom: us <b>bold</b>, mail pay[at]evil[.]example, 1.5 times, version v2.0b',
    );
  });

  const { subject, text, html } = renderMail({
    to: 'ada@example.com',
    template: 'applicantResubmits',
    data: {
      brandName: 'the business you applied to',
      supportEmail: '',
      modules: ['Documents'],
      message,
      address: null,
    },
  });

  test('are quoted line by line, escaped in HTML, and never in a subject', () => {
    expect(subject).toBe('Please update your application to the business you applied to');
    expect(text).toContain('\n> Pay at https[:]//evil[.]example/now\n> From: us <b>bold</b>');
    expect(html).toContain('<blockquote>Pay at https[:]//evil[.]example/now<br>');
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(html).not.toContain('<a ');
  });

  test("are followed by the service's own link, if there is one", () => {
    const address = 'https://api.example.com/w/elt_1?x=1&y="2"';
    const linked = renderMail({
      to: 'ada@example.com',
      template: 'applicantResubmits',
      data: { brandName: 'Adire', supportEmail: '', modules: [], address },
    });
    expect(linked.text).toContain(`\n${address}\n`);
    expect(linked.html).toContain('<a href="https://api.example.com/w/elt_1?x=1&amp;y=&quot;2&quot;">');
    expect(mailHtml('One\ntwo\n\nthree\n')).toContain('<p>One<br>\ntwo</p>\n<p>three</p>');
  });
});

test('a mail of the sandbox says so in its subject and its first line', () => {
  const { subject, text } = renderMail(
    {
      to: 'ada@example.com',
      template: 'applicantDecided',
      data: { brandName: 'A', supportEmail: '', outcome: 'approved' },
    },
    { isTest: true },
  );
  expect(subject).toBe('[Test] Your application to A');
  expect(text).toMatch(/^This is a test email from the sandbox/);
});
