import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearedCookies, sessionCookies, tokenLifetimes } from '#shared/http/cookies';
import { requestMeta } from '#shared/http/request';
import { apiEvent } from '#tests/support/api-event';

describe('the cookies of a session', () => {
  test('hide both tokens from scripts and live as long as the tokens do', () => {
    const secondsLeft = 60 * 24 * 60 * 60;
    expect(sessionCookies('access', 'refresh', tokenLifetimes(secondsLeft))).toStrictEqual([
      'token=access; Max-Age=900; HttpOnly; Secure; SameSite=Lax; Path=/',
      'refreshToken=refresh; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax; Path=/',
      'svc_session=1; Max-Age=2592000; Secure; SameSite=Lax; Path=/',
    ]);
  });

  test.each([
    [1_000, 900, 1_000],
    [60, 60, 60],
    [-60, 0, 0],
  ])('last no longer than their session with %i seconds left', (secondsLeft, access, refresh) => {
    const [token, refreshToken, hint] = sessionCookies('a', 'r', tokenLifetimes(secondsLeft));
    expect(token).toContain(`token=a; Max-Age=${access};`);
    expect(refreshToken).toContain(`refreshToken=r; Max-Age=${refresh};`);
    expect(hint).toContain(`svc_session=1; Max-Age=${refresh};`);
  });

  test('are deleted with the same names, paths and flags', () => {
    expect(clearedCookies()).toStrictEqual([
      'token=; Max-Age=0; HttpOnly; Secure; SameSite=Lax; Path=/',
      'refreshToken=; Max-Age=0; HttpOnly; Secure; SameSite=Lax; Path=/',
      'svc_session=; Max-Age=0; Secure; SameSite=Lax; Path=/',
    ]);
  });
});

describe('the cookies of a request', () => {
  const cookiesOf = (cookies: string[] | undefined, header?: string): Record<string, string> => {
    const event = apiEvent(header === undefined ? {} : { headers: { cookie: header } });
    return { ...requestMeta({ ...event, ...(cookies && { cookies }) }, 0).cookies };
  };

  // RFC 6265, 4.1.1: names are tokens, and values consist of these characters.
  const tokenCharacters = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const name = fc.string({ unit: fc.constantFrom(...tokenCharacters), minLength: 1, maxLength: 20 });
  const value = fc.string({
    unit: fc.constantFrom(...tokenCharacters, '=', '/', ':', '(', ')', '@', '?'),
    maxLength: 40,
  });
  const jar = fc.dictionary(name, value, { maxKeys: 50, noNullPrototype: true });

  test('are read as they were set, from the list of AWS and from the header alike', () => {
    fc.assert(
      fc.property(jar, (cookies) => {
        const pairs = Object.entries(cookies).map(([key, text]) => `${key}=${text}`);
        expect(cookiesOf(pairs)).toStrictEqual(cookies);
        expect(cookiesOf(undefined, pairs.join('; '))).toStrictEqual(cookies);
      }),
    );
  });

  const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });

  test('never make a request fail, whatever the header contains', () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText), (header, list) => {
        expect(cookiesOf(list, header)).toBeTypeOf('object');
      }),
    );
  });

  test('with the same name count as the first of them', () => {
    expect(cookiesOf(['token=first', 'token=second'], 'token=third')).toStrictEqual({ token: 'first' });
  });

  test('without a name or a value are ignored', () => {
    expect(cookiesOf(undefined, '; =x; token; ;a=b')).toStrictEqual({ a: 'b' });
  });

  test('beyond the fiftieth are ignored', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `c${index}=1`);
    expect(Object.keys(cookiesOf(many))).toHaveLength(50);
    expect(Object.keys(cookiesOf(undefined, many.join('; ')))).toHaveLength(50);
  });
});
