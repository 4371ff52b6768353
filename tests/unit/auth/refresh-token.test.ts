import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveRefreshToken, isRefreshTokenOurs, parseRefreshToken } from '#shared/auth/sessions/refresh-token';
import { newId } from '#shared/platform/ids';
import { freshSecret, rotated, secretVersion } from './secret-fixtures.ts';

const sessionId = newId('ses', 1_700_000_000_000);
const secret = freshSecret();

const counters = fc.integer({ min: 0, max: 0xffff_ffff });
const sessions = fc.integer({ min: 0, max: 2 ** 48 - 1 }).map((epochMs) => newId('ses', epochMs));

describe('a refresh token', () => {
  test('yields any session and counter to the service', () => {
    fc.assert(
      fc.property(sessions, counters, (session, counter) => {
        const { token, hash } = deriveRefreshToken(secret.current, session, counter);
        expect(parseRefreshToken(token)).toMatchObject({ sessionId: session, counter, hash });
      }),
    );
  });

  test('is 84 characters of base64url with 256 bits that nobody else can produce', () => {
    const { token } = deriveRefreshToken(secret.current, sessionId, 0);
    expect(token).toMatch(/^[A-Za-z0-9_-]{84}$/);
    expect(parseRefreshToken(token)?.proof).toHaveLength(32);
  });

  test('can be derived again from the same secret, session and counter, and from no other', () => {
    const made = deriveRefreshToken(secret.current, sessionId, 3);
    expect(deriveRefreshToken({ ...secret.current }, sessionId, 3)).toEqual(made);
    const others = [
      deriveRefreshToken(secret.current, sessionId, 4),
      deriveRefreshToken(secret.current, newId('ses', 1_700_000_000_000), 3),
      deriveRefreshToken(secretVersion(), sessionId, 3),
    ];
    const proofs = [made, ...others].map(({ token }) => parseRefreshToken(token)?.proof.toString('hex'));
    expect(new Set(proofs).size).toBe(4);
  });

  test('is stored as a hash from which it cannot be read', () => {
    const { token, hash } = deriveRefreshToken(secret.current, sessionId, 0);
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(token).not.toContain(hash);
  });

  test('is for account sessions only', () => {
    expect(() => deriveRefreshToken(secret.current, newId('wses', 0), 0)).toThrow(RangeError);
  });
});

describe('whether the service made a token', () => {
  const presented = (token: string) => {
    const parsed = parseRefreshToken(token);
    if (!parsed) throw new Error('not a token');
    return parsed;
  };

  test('is known under the current and the previous version of the secret, not beyond', () => {
    const token = presented(deriveRefreshToken(secret.current, sessionId, 7).token);
    const once = rotated(secret);
    expect(isRefreshTokenOurs(token, secret)).toBe(true);
    expect(isRefreshTokenOurs(token, once)).toBe(true);
    expect(isRefreshTokenOurs(token, rotated(once))).toBe(false);
  });

  test('cannot be forged by changing any of its bytes', () => {
    const bytes = Buffer.from(deriveRefreshToken(secret.current, sessionId, 7).token, 'base64url');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ mask, at);
        const parsed = parseRefreshToken(changed.toString('base64url'));
        expect(parsed !== undefined && isRefreshTokenOurs(parsed, secret)).toBe(false);
      }),
    );
  });
});

describe('a text that is not a token', () => {
  test('is recognised without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => parseRefreshToken(text) === undefined));
  });

  test.each([
    ['too short', (token: string) => token.slice(1)],
    ['too long', (token: string) => `${token}A`],
    ['padded', (token: string) => `${token.slice(0, -1)}=`],
    ['in standard base64', (token: string) => `${token.slice(0, -1)}+`],
    ['of another version', (token: string) => `B${token.slice(1)}`],
    ['followed by a line break', (token: string) => `${token}\n`],
  ])('is refused when it is %s', (_, damage) => {
    const { token } = deriveRefreshToken(secret.current, sessionId, 0);
    expect(parseRefreshToken(damage(token))).toBeUndefined();
  });
});
