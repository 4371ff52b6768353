import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { emailKey, emailSchema } from '#shared/auth/accounts/email-key';
import { normaliseEmail } from '#shared/platform/email-address';

describe('an e-mail address', () => {
  test('is trimmed and in lower case', () => {
    expect(v.parse(emailSchema, '  Ada.Obi@Example.COM\n')).toBe('ada.obi@example.com');
  });

  test.each(['a@b.co', "o'brien+kyb@mail.example.com.ng", 'ada@xn--80akhbyknj4f.com', `${'a'.repeat(64)}@example.com`])(
    'may be %s',
    (email) => expect(v.is(emailSchema, email)).toBe(true),
  );

  test('is accepted if a mail service would deliver to it', () => {
    fc.assert(fc.property(fc.emailAddress(), (email) => v.is(emailSchema, email) === email.length <= 254));
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@gmail',
    'ada@192.0.2.1',
    'ada@@example.com',
    'a da@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@example..com',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada <ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(124)}com`,
    null,
    42,
  ])('may not be %j', (email) => expect(v.is(emailSchema, email)).toBe(false));
});

describe('the key of an address', () => {
  test('is the same however the address was typed', () => {
    expect(emailKey(' ADA@example.com ')).toBe(emailKey('ada@example.com'));
    expect(emailKey('ada@example.com')).not.toBe(emailKey('ada@example.org'));
  });

  test('is 64 hexadecimal digits that do not reveal it', () => {
    expect(emailKey('ada@example.com')).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('normalising twice changes nothing further', () => {
  fc.assert(fc.property(fc.string(), (text) => normaliseEmail(normaliseEmail(text)) === normaliseEmail(text)));
});
