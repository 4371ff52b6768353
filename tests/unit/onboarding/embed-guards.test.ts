import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequestMeta } from '#shared/http/request';
import { guardAddress, guardCountry, guardOrigin, guardSignature } from '#shared/onboarding/embed/embed-guards';
import { signatureHeader } from '#shared/signatures/signature';
import { config } from './fixtures.ts';

const meta = (more: Partial<RequestMeta> = {}): RequestMeta => ({
  requestId: 'r-1',
  sourceIp: '203.0.113.9',
  headers: {},
  cookies: {},
  rawBody: Buffer.alloc(0),
  method: 'POST',
  path: '/v1/widget/embed/sessions',
  query: '',
  nowMs: 1_795_000_000_000,
  ...more,
});

const security = (more: Partial<ReturnType<typeof config>['security']> = {}) => ({ ...config().security, ...more });
const from = (origin: string): RequestMeta => meta({ headers: { origin } });
const refusal = (call: () => void): string => {
  try {
    call();
    return 'passed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

beforeEach(() => {
  vi.stubEnv('WEB_ORIGINS', 'https://app.kyb.example, http://localhost:3000');
  vi.stubEnv('API_URL', 'https://api.test');
});
afterEach(() => void vi.unstubAllEnvs());

describe('the origin guard', () => {
  const listed = security({ allowedDomains: ['shop.example', '*.market.example'] });
  const outcome = (origin: string): string => refusal(() => guardOrigin(listed, from(origin), false));

  test.each([
    'https://shop.example',
    'http://shop.example:8080',
    'https://SHOP.example',
    'https://a.market.example',
    'https://a.b.market.example',
    'https://api.test',
    'http://localhost:3000',
  ])('admits %s', (origin) => {
    expect(outcome(origin)).toBe('passed');
  });

  test.each([
    'https://market.example',
    'https://evilmarket.example',
    'https://shop.example.evil.example',
    'https://evil.example/shop.example',
    'https://www.shop.example',
    'https://app.kyb.example.evil.example',
    'null',
    'shop.example',
    '',
    'file://shop.example',
    'ftp://shop.example',
    'chrome-extension://shop.example',
    'capacitor://shop.example',
    'ws://shop.example',
  ])('refuses %s', (origin) => {
    expect(outcome(origin)).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('compares ports where the list names them, and admits any host for *', () => {
    const withPort = security({ allowedDomains: ['shop.example:8443', 'local.example:443'] });
    expect(refusal(() => guardOrigin(withPort, from('https://shop.example:8443'), false))).toBe('passed');
    expect(refusal(() => guardOrigin(withPort, from('https://local.example'), false))).toBe('passed');
    expect(refusal(() => guardOrigin(withPort, from('https://shop.example'), false))).toBe('ORIGIN_NOT_ALLOWED');
    const any = security({ allowedDomains: ['*'] });
    expect(refusal(() => guardOrigin(any, from('https://anybody.example:99'), false))).toBe('passed');
    for (const none of ['null', '', 'app://x']) {
      expect(refusal(() => guardOrigin(any, from(none), false))).toBe('ORIGIN_NOT_ALLOWED');
    }
    expect(refusal(() => guardOrigin(any, meta(), false))).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('without an origin admits only calls that read', () => {
    expect(refusal(() => guardOrigin(listed, meta(), true))).toBe('passed');
    expect(refusal(() => guardOrigin(listed, meta(), false))).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('admits everybody if the list is empty', () => {
    expect(refusal(() => guardOrigin(security(), from('https://anybody.example'), false))).toBe('passed');
    expect(refusal(() => guardOrigin(security(), meta(), false))).toBe('passed');
  });
});

describe('the address guard', () => {
  const outcome = (ipAllowlist: string[], sourceIp: string): string =>
    refusal(() => guardAddress(security({ enableIpAllowlist: true, ipAllowlist }), meta({ sourceIp })));

  test.each([
    [['203.0.113.9'], '203.0.113.9'],
    [['203.0.113.0/24'], '203.0.113.255'],
    [['2001:db8::/32'], '2001:db8:1::5'],
    [['2001:db8::1'], '2001:0db8:0:0:0:0:0:1'],
    [['203.0.113.9'], '::ffff:203.0.113.9'],
    [['0.0.0.0/0'], '198.51.100.1'],
    [['nobody', '203.0.113.9'], '203.0.113.9'],
  ])('%j admits %s', (list, address) => {
    expect(outcome(list, address)).toBe('passed');
  });

  test.each([
    [['203.0.113.9'], '203.0.113.10'],
    [['203.0.113.0/24'], '203.0.114.0'],
    [['2001:db8::/32'], '2001:db9::1'],
    [['0.0.0.0/0'], '2001:db8::1'],
    [[], '203.0.113.9'],
    [['203.0.113.9'], 'not an address'],
    [['nobody', '', '203.0.113.9/33'], '203.0.113.9'],
  ])('%j refuses %s', (list, address) => {
    expect(outcome(list, address)).toBe('IP_NOT_ALLOWED');
  });

  test('is off unless it is enabled', () => {
    expect(refusal(() => guardAddress(security({ ipAllowlist: ['203.0.113.1'] }), meta()))).toBe('passed');
  });
});

describe('the country guard', () => {
  const listed = security({ allowedCountries: ['NG', 'GH'] });
  const inCountry = (country: string): RequestMeta => meta({ country });

  test('admits listed and unknown countries, and refuses the others', () => {
    expect(refusal(() => guardCountry(listed, inCountry('NG')))).toBe('passed');
    expect(refusal(() => guardCountry(listed, meta()))).toBe('passed');
    expect(refusal(() => guardCountry(security(), inCountry('US')))).toBe('passed');
    expect(refusal(() => guardCountry(listed, inCountry('US')))).toBe('COUNTRY_NOT_ALLOWED');
  });

  test("ignores every header for the country, because the edge's report is not one", () => {
    const headers = { 'cloudfront-viewer-country': 'US' };
    expect(refusal(() => guardCountry(listed, meta({ headers })))).toBe('passed');
  });
});

describe('the signature guard', () => {
  const secret = 'whsec_dGVzdA==';
  const rawBody = '{"token":"elt_1"}';
  const now = 1_795_000_000;
  const signed = (header: string | undefined): RequestMeta =>
    meta({ rawBody: Buffer.from(rawBody), headers: header === undefined ? {} : { 'x-widget-signature': header } });
  const widget = { id: 'wgt_1' };
  const outcome = (header: string | undefined): string => refusal(() => guardSignature(widget, secret, signed(header)));
  const content = `POST /v1/widget/embed/sessions.${rawBody}`;

  test('accepts a signature of method, path and raw body within five minutes, on either side', () => {
    for (const seconds of [now, now - 300, now + 300]) {
      expect(outcome(signatureHeader(content, secret, seconds))).toBe('passed');
    }
  });

  test('returns what identifies this signature, whatever else is in the header', () => {
    const header = signatureHeader(content, secret, now);
    const [time, mac = ''] = header.split(',');
    for (const text of [header, `${mac},${time}`, `${time},v1=${'0'.repeat(64)},${mac}`]) {
      expect(guardSignature(widget, secret, signed(text))).toEqual({ widgetId: 'wgt_1', mac: mac.slice(3) });
    }
  });

  test('refuses a missing or stale one, and one for another body, secret, method or path', () => {
    for (const header of [
      undefined,
      '',
      signatureHeader(content, secret, now - 301),
      signatureHeader(`${content} `, secret, now),
      signatureHeader(content, 'whsec_b3RoZXI=', now),
      signatureHeader(rawBody, secret, now),
      signatureHeader(content.replace('POST', 'PATCH'), secret, now),
      signatureHeader(content.replace('sessions', 'sessions/wses_1/submit'), secret, now),
    ]) {
      expect(outcome(header)).toBe('INVALID_REQUEST_SIGNATURE');
    }
  });
});
