import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmailAddress, MAX_EMAIL_LENGTH, normaliseEmail, parseMailboxes } from '#shared/platform/email-address';

/** An address of this many characters, with the longest allowed parts. */
const ofLength = (length: number): string => {
  const domain = `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(length - 64 - 1 - 128 - 3)}.ng`;
  return `${'l'.repeat(64)}@${domain}`;
};

describe('an e-mail address', () => {
  test.each([
    "o'brien@x.ng",
    'a@b.co',
    'ada.obi+kyb@mail.example.com.ng',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'ADA@EXAMPLE.COM',
    'ada@bücher.example',
    'ada@xn--bcher-kva.example',
    'ada@пример.рф',
    'ada@a-b.1example.com',
    ofLength(MAX_EMAIL_LENGTH),
  ])('may be %s', (address) => expect(isEmailAddress(address)).toBe(true));

  test.each([
    ' ada@example.com',
    'ada@example.com\n',
    'ada@exa mple.com',
    'ada@exa%6dple.com',
    'ada@exa/mple.com',
    'ada@exa_mple.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.c',
    'ada@example.com.',
    'ada@.example.com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@0x7f.1',
    'äda@example.com',
    '\u212adam@example.com',
    '"ada obi"@example.com',
    `${'l'.repeat(65)}@example.com`,
    `ada@${'d'.repeat(64)}.com`,
    ofLength(MAX_EMAIL_LENGTH + 1),
    '@',
    '',
  ])('may not be %j', (address) => expect(isEmailAddress(address)).toBe(false));

  test('is valid according to a parser of the grammar', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'large' }), (address) => isEmailAddress(address) === address.length <= 254),
    );
  });

  test('is still valid after normalisation, which changes nothing a second time', () => {
    const label = fc.stringMatching(/^[a-zäöüéñ0-9]{1,20}$/);
    const international = fc.tuple(label, label).map(([one, other]) => `Ada@${one}.${other}.example`);
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), international), (address) => {
        const kept = normaliseEmail(` ${address}\n`);
        expect(isEmailAddress(kept)).toBe(isEmailAddress(address));
        expect(normaliseEmail(kept)).toBe(kept);
      }),
    );
  });
});

describe('the normal form that addresses are compared in', () => {
  test('is the same for one mailbox, however its address is written', () => {
    const written = ['ada@bücher.example', ' ADA@BÜCHER.example', 'ada@xn--bcher-kva.EXAMPLE', 'ada@bücher。example'];
    expect(new Set(written.map(normaliseEmail))).toEqual(new Set(['ada@xn--bcher-kva.example']));
  });

  test('leaves other texts unchanged', () => {
    for (const text of ['Ada', 'ada@', '@x', 'a@b%41.ng', 'a@b c'])
      expect(normaliseEmail(text)).toBe(text.toLowerCase());
  });
});

test('mailboxes are read with their names, separated by commas', () => {
  expect(parseMailboxes('ada@x.ng, "Obi, Ada" <o@x.ng> ,Ops <ops@x.ng>,nobody, <>, a@x.ng b@x.ng')).toEqual([
    'ada@x.ng',
    'o@x.ng',
    'ops@x.ng',
    undefined,
    undefined,
    undefined,
  ]);
});
