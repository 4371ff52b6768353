import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addressText } from '#shared/http/schemas/web-addresses';

const schemes = ['javascript:alert(1)', 'vbscript:x', 'data:text/html,<script>alert(1)</script>'];

/** Spellings in which a browser, or code that trims for it, still recognises the scheme. */
const DISGUISES: readonly [string, (address: string) => string][] = [
  ['as it is', (address) => address],
  ['in capitals', (address) => address.replace(/^[^:]+/, (scheme) => scheme.toUpperCase())],
  ['with a capital', (address) => address.charAt(0).toUpperCase() + address.slice(1)],
  ['after spaces', (address) => `   ${address}`],
  ['after control characters', (address) => `\u0000\u0001\u001f ${address}`],
  ['after spaces that are not ASCII', (address) => `\u00a0\ufeff\u200b\u2028${address}`],
  ['with a tab in it', (address) => `${address.slice(0, 2)}\t${address.slice(2)}`],
  ['with line breaks in it', (address) => `${address.slice(0, 2)}\r\n${address.slice(2)}`],
  ['with a line break before its colon', (address) => address.replace(':', '\n:')],
];

describe.each(DISGUISES)('an address that runs as code, %s', (_, disguise) => {
  test.each(schemes)('is refused: %s', (address) => {
    expect(v.is(addressText(2048), disguise(address))).toBe(false);
    expect(v.is(addressText(2048, { dataImages: true }), disguise(address))).toBe(false);
  });

  test('is refused if it contains a picture, unless pictures are accepted', () => {
    const picture = disguise('data:image/png;base64,AAAA');
    expect(v.is(addressText(2048), picture)).toBe(false);
    expect(v.is(addressText(2048, { dataImages: true }), picture)).toBe(true);
  });
});

test.each([
  '',
  'https://acme.ng',
  'javascript.html',
  '/javascript:',
  'https://acme.ng/?next=javascript:alert(1)',
  'my-data:x',
  'acme-app://done',
  'about:blank',
])('any other text is accepted as an address: %s', (address) => {
  expect(v.parse(addressText(2048), address)).toBe(address);
});

test('an address is bounded', () => {
  expect(v.is(addressText(20), 'x'.repeat(21))).toBe(false);
});
