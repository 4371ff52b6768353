import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { frameAncestors, pagePolicy } from '#shared/onboarding/embed/page-policy';
import { normaliseDomain } from '#shared/onboarding/widgets/allowed-domains';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { validConfig } from '#tests/support/onboarding';

const SOURCES = { script: "'sha256-a'", style: "'sha256-b'" };

const withLogo = (logoUrl: string): string => {
  const config = v.parse(widgetConfigSchema, validConfig({ branding: { logoUrl } }));
  const policy = pagePolicy(config, SOURCES);
  return /img-src ([^;]*)/.exec(policy)?.[1] ?? '';
};

describe('who may frame a page', () => {
  test.each([
    ['shop.example', 'http://shop.example:*'],
    ['https://Shop.Example/path', 'http://shop.example:*'],
    ['shop.example:8443', 'http://shop.example:8443'],
    ['*.shop.example', 'http://*.shop.example:*'],
    ['*', 'http://*:*'],
    ['*:8443', 'http://*:8443'],
    ['bücher.example', 'http://xn--bcher-kva.example:*'],
  ])('%s admits %s', (entry, source) => {
    expect(frameAncestors([normaliseDomain(entry)])).toBe(`frame-ancestors 'self' ${source}`);
  });

  test('an entry that could end the directive, or is not a host, admits nobody', () => {
    const entries = ["a;script-src 'unsafe-inline'", 'a,b', "x'y", 'a b', '**', '', 'a;b', '[::1]', 'host:99999'];
    expect(frameAncestors(entries.map(normaliseDomain))).toBe("frame-ancestors 'self'");
  });

  test('an empty list admits everybody', () => {
    expect(frameAncestors([])).toBeUndefined();
  });
});

describe('a logo may come from', () => {
  test.each([
    ['https://cdn.example/logo.png', 'https://cdn.example'],
    ['http://cdn.example:8080/logo.png', 'http://cdn.example:8080'],
    ['data:image/png;base64,AAAA', 'data:'],
    ['', "'none'"],
    ['logo.png', "'none'"],
    ['https://a;b/logo.png', "'none'"],
    ['ftp://cdn.example/logo.png', "'none'"],
  ])('%s: %s', (logoUrl, source) => {
    expect(withLogo(logoUrl)).toBe(source);
  });
});

describe('the policy of a page', () => {
  test('consists of these directives, and allows nothing else', () => {
    const config = v.parse(
      widgetConfigSchema,
      validConfig({
        branding: { logoUrl: 'https://cdn.example/logo.png' },
        security: { allowedDomains: ['shop.example'] },
      }),
    );
    expect(pagePolicy(config, SOURCES).split('; ')).toStrictEqual([
      "default-src 'none'",
      "script-src 'sha256-a'",
      "style-src 'sha256-b'",
      'img-src https://cdn.example',
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self' http://shop.example:*",
    ]);
  });

  test('names no page that may frame it if every page may, and withdraws nothing for that', () => {
    const config = v.parse(widgetConfigSchema, validConfig());
    expect(pagePolicy(config, SOURCES).split('; ')).toStrictEqual([
      "default-src 'none'",
      "script-src 'sha256-a'",
      "style-src 'sha256-b'",
      "img-src 'none'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
    ]);
  });
});
