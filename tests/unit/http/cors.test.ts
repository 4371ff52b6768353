import { describe, expect, test } from 'vitest';
import type { CallerKind } from '#shared/http/contract';
import { corsHeaders, preflightHeaders } from '#shared/http/cors';
import { requestMeta } from '#shared/http/request';
import { apiEvent } from '#tests/support/api-event';

const ORIGIN = 'https://shop.example';
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

  test('may be read when it refuses anything but the origin itself', () => {
    expect(corsHeaders(embed, metaFrom(ORIGIN), 'WIDGET_NOT_LIVE')).toHaveProperty(
      'Access-Control-Allow-Origin',
      ORIGIN,
    );
    expect(corsHeaders(embed, metaFrom(ORIGIN), 'ORIGIN_NOT_ALLOWED')).toStrictEqual({ Vary: 'Origin' });
  });

  test.each(NOBODYS_ORIGINS)('to the origin %j allows nobody', (origin) => {
    expect(corsHeaders(embed, metaFrom(origin))).toStrictEqual({ Vary: 'Origin' });
  });

  test('never allows credentials or every origin', () => {
    for (const headers of [corsHeaders(embed, metaFrom(ORIGIN)), preflightHeaders(metaFrom(ORIGIN), ['GET'])]) {
      expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
      expect(Object.values(headers)).not.toContain('*');
    }
  });
});

describe('a response of any other endpoint', () => {
  test.each<CallerKind>(['account', 'admin', 'public'])('for the caller %s may be read by no other page', (caller) => {
    expect(corsHeaders({ caller }, metaFrom(ORIGIN))).toStrictEqual({});
  });
});

describe('a preflight', () => {
  test('names the methods of its route', () => {
    expect(preflightHeaders(metaFrom(ORIGIN), ['PATCH', 'POST'])['Access-Control-Allow-Methods']).toBe('PATCH, POST');
  });

  test.each(NOBODYS_ORIGINS)('from the origin %j allows nobody', (origin) => {
    expect(preflightHeaders(metaFrom(origin), ['POST'])).toStrictEqual({ Vary: 'Origin' });
  });
});
