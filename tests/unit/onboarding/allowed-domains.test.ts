import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  admitsOrigin,
  isMatchable,
  MAX_DOMAIN_LENGTH,
  normaliseDomain,
} from '#shared/onboarding/widgets/allowed-domains';

describe('an entry of the allowed domains', () => {
  test.each([
    ['shop.acme.ng', 'shop.acme.ng'],
    ['  Shop.ACME.ng\n', 'shop.acme.ng'],
    ['https://shop.acme.ng/checkout?x=1#y', 'shop.acme.ng'],
    ['HTTP://shop.acme.ng', 'shop.acme.ng'],
    ['//shop.acme.ng/', 'shop.acme.ng'],
    ['shop.acme.ng/path', 'shop.acme.ng'],
    ['shop.acme.ng.', 'shop.acme.ng'],
    ['shop.acme.ng.:8443', 'shop.acme.ng:8443'],
    ['https://user:secret@shop.acme.ng', 'shop.acme.ng'],
    ['shop.acme.ng:443', 'shop.acme.ng:443'],
    ['https://shop.acme.ng:08443/', 'shop.acme.ng:8443'],
    ['*.acme.ng', '*.acme.ng'],
    ['https://*.Bücher.example', '*.xn--bcher-kva.example'],
    ['Bücher。example', 'xn--bcher-kva.example'],
    ['localhost:3000', 'localhost:3000'],
    ['0x7f.1', '127.0.0.1'],
    ['[2001:DB8::0:1]:3000', '[2001:db8::1]:3000'],
    ['*', '*'],
    ['*:3000', '*:3000'],
  ])('%j is stored as %j, which can match', (entry, kept) => {
    expect(normaliseDomain(entry)).toBe(kept);
    expect(isMatchable(kept)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '.',
    'a b',
    'a..b c',
    '*.',
    '*acme.ng',
    'a.*.ng',
    '*.*',
    '*.*.ng',
    'acme.ng:99999',
    'a:b',
    '::1',
  ])('%j matches nothing', (entry) => {
    expect(isMatchable(normaliseDomain(entry))).toBe(false);
  });

  test('is unchanged by another pass, and never longer than allowed', () => {
    const host = fc.oneof(fc.domain(), fc.webAuthority({ withPort: true, withIPv6: true }), fc.webUrl(), fc.string());
    const wild = fc.tuple(fc.constantFrom('', '*.', '*', 'https://', ' '), host).map(([before, rest]) => before + rest);
    const entry = fc
      .oneof(wild, fc.string({ unit: 'binary', maxLength: MAX_DOMAIN_LENGTH }))
      .map((text) => text.toWellFormed());
    fc.assert(
      fc.property(entry, (text) => {
        fc.pre([...text].length <= MAX_DOMAIN_LENGTH);
        const kept = normaliseDomain(text);
        expect(normaliseDomain(kept)).toBe(kept);
        expect([...kept].length).toBeLessThanOrEqual(MAX_DOMAIN_LENGTH);
        expect(isMatchable(kept)).toBeTypeOf('boolean');
      }),
      { numRuns: 1000 },
    );
  });

  test('admits the origin that it was copied from', () => {
    fc.assert(
      fc.property(fc.webUrl({ authoritySettings: { withPort: true } }), (address) => {
        const url = new URL(address);
        fc.pre(`${url.host}`.length <= MAX_DOMAIN_LENGTH);
        expect(admitsOrigin(normaliseDomain(address), new URL(url.origin))).toBe(true);
      }),
    );
  });
});

describe('an origin', () => {
  const admits = (entry: string, origin: string): boolean => admitsOrigin(normaliseDomain(entry), new URL(origin));

  test.each([
    ['shop.ng', 'https://shop.ng'],
    ['shop.ng', 'http://shop.ng:8080'],
    ['shop.ng', 'https://shop.ng.'],
    ['shop.ng:443', 'https://shop.ng'],
    ['shop.ng:80', 'http://shop.ng'],
    ['shop.ng:8080', 'http://shop.ng:8080'],
    ['*.shop.ng', 'https://a.b.shop.ng'],
    ['*.shop.ng:8443', 'https://a.shop.ng:8443'],
    ['*', 'https://anything.example:1234'],
    ['*:3000', 'http://localhost:3000'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['[::1]', 'http://[::1]:3000'],
  ])('%s admits %s', (entry, origin) => {
    expect(admits(entry, origin)).toBe(true);
  });

  test.each([
    ['shop.ng', 'https://www.shop.ng'],
    ['shop.ng', 'https://eshop.ng'],
    ['shop.ng:443', 'http://shop.ng'],
    ['shop.ng:8443', 'https://shop.ng'],
    ['shop.ng:99999', 'https://shop.ng'],
    ['*.shop.ng', 'https://shop.ng'],
    ['*.shop.ng', 'https://eshop.ng'],
    ['*.shop.ng:8443', 'https://a.shop.ng'],
    ['*:3000', 'http://localhost:3001'],
    ['*shop.ng', 'https://eshop.ng'],
    ['*.', 'https://shop.ng'],
    ['', 'https://shop.ng'],
    ['.', 'https://shop.ng'],
  ])('%j does not admit %s', (entry, origin) => {
    expect(admits(entry, origin)).toBe(false);
  });
});
