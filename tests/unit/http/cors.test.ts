import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallerKind } from '#shared/http/contract';
import { corsHeaders, embedPreflightHeaders, ownPreflightHeaders } from '#shared/http/cors';
import { requestMeta } from '#shared/http/request';
import { apiEvent } from '#tests/support/api-event';

const ORIGIN = 'https://shop.example';

/** The web origins of these tests' stage. */
const OWN_ORIGIN = 'https://app.example';

beforeEach(() => vi.stubEnv('WEB_ORIGINS', `https://other.example, ${OWN_ORIGIN}`));

/**
 * Pages without a usable origin: frames without an origin, files, extensions, apps, and texts that are not an origin.
 */
const NOBODYS_ORIGINS = [
  undefined,
  '',
  'null',
  'file://',
  'file://shop.example',
  'chrome-extension://shop.example',
  'capacitor://localhost',
  'ftp://shop.example',
  'shop.example',
  'https://',
  'https:shop.example',
];

const metaFrom = (origin?: string) => requestMeta(apiEvent(origin === undefined ? {} : { headers: { origin } }), 0);

describe('a response of the embed runtime', () => {
  const embed = { caller: 'embed' } as const;

  test('may be read by the requesting page, with the headers that it needs', () => {
    expect(corsHeaders(embed, metaFrom(ORIGIN))).toStrictEqual({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': ORIGIN,
      'Access-Control-Expose-Headers': expect.stringContaining('X-Request-Id'),
    });
  });

  test('may also be read when it refuses anything but the origin itself', () => {
    expect(corsHeaders(embed, metaFrom(ORIGIN), 'WIDGET_NOT_LIVE')).toHaveProperty(
      'Access-Control-Allow-Origin',
      ORIGIN,
    );
    expect(corsHeaders(embed, metaFrom(ORIGIN), 'ORIGIN_NOT_ALLOWED')).toStrictEqual({ Vary: 'Origin' });
  });

  test.each(NOBODYS_ORIGINS)('allows nothing to the origin %j', (origin) => {
    expect(corsHeaders(embed, metaFrom(origin))).toStrictEqual({ Vary: 'Origin' });
  });

  test('never allows credentials or every origin', () => {
    for (const headers of [corsHeaders(embed, metaFrom(ORIGIN)), embedPreflightHeaders(metaFrom(ORIGIN), ['GET'])]) {
      expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
      expect(Object.values(headers)).not.toContain('*');
    }
  });
});

describe('a response of any other endpoint', () => {
  const callers: readonly CallerKind[] = ['account', 'session', 'admin', 'public', 'provider'];

  test.each(callers)(
    "for the caller %s may be read by pages of the service's web origins, which send cookies",
    (caller) => {
      for (const errorCode of [undefined, 'UNAUTHENTICATED', 'CROSS_SITE_REQUEST'] as const) {
        expect(corsHeaders({ caller }, metaFrom(OWN_ORIGIN), errorCode)).toStrictEqual({
          Vary: 'Origin',
          'Access-Control-Allow-Origin': OWN_ORIGIN,
          'Access-Control-Allow-Credentials': 'true',
          'Access-Control-Expose-Headers':
            'X-Request-Id, X-Error-Code, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ' +
            'Idempotency-Replayed, X-Tokens, X-Charge-Kobo, X-Verification-Reference',
        });
      }
    },
  );

  test.each(callers)('for the caller %s may be read by no other page', (caller) => {
    const lookAlikes = [`${OWN_ORIGIN}.evil.example`, OWN_ORIGIN.replace('https', 'http'), `${OWN_ORIGIN}:444`];
    for (const origin of [ORIGIN, ...lookAlikes, ...NOBODYS_ORIGINS]) {
      expect(corsHeaders({ caller }, metaFrom(origin))).toStrictEqual({ Vary: 'Origin' });
    }
  });
});

describe('a preflight', () => {
  test('names the methods of its route', () => {
    const methods = ['PATCH', 'POST'];
    for (const headers of [
      embedPreflightHeaders(metaFrom(ORIGIN), methods),
      ownPreflightHeaders(metaFrom(OWN_ORIGIN), methods),
    ])
      expect(headers).toMatchObject({ 'Access-Control-Allow-Methods': 'PATCH, POST' });
  });

  test.each(NOBODYS_ORIGINS)('from the origin %j allows nothing', (origin) => {
    expect(embedPreflightHeaders(metaFrom(origin), ['POST'])).toStrictEqual({ Vary: 'Origin' });
    expect(ownPreflightHeaders(metaFrom(origin), ['POST'])).toBeUndefined();
  });
});
