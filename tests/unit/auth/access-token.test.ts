import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { issueAccessToken } from '#shared/auth/sessions/access-token';
import { publicKeysOf, signingKeyOf } from '#shared/auth/sessions/signing-keys';
import {
  readKeyId,
  readUnverifiedClaims,
  verifyAccessToken as verdictOn,
} from '#shared/http/caller/access-token-verifier';
import { newId } from '#shared/platform/ids';
import { freshSecret, rotated } from './secret-fixtures.ts';

const NOW_MS = 1_700_000_000_000;
const NOW_SECONDS = NOW_MS / 1000;
const MINUTE_MS = 60_000;
const secret = freshSecret();
const jwks = publicKeysOf(secret);
const signingKey = signingKeyOf(secret.current);
const parties = { issuer: 'https://issuer.test', audience: 'kyb-service' };
const expectations = { ...parties, nowMs: NOW_MS };
const subject = { accountId: newId('usr', NOW_MS), sessionId: newId('ses', NOW_MS), role: 'member' } as const;

const issue = (nowMs = NOW_MS) => issueAccessToken(subject, signingKey, { ...parties, nowMs });

const CLAIMS = {
  sub: subject.accountId,
  sid: subject.sessionId,
  jti: newId('jti', NOW_MS),
  role: 'member',
  iss: parties.issuer,
  aud: parties.audience,
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 900,
} satisfies JWTPayload;

/** A token signed with the service's key that the service did not issue: only its claims or header can be wrong. */
const forge = (claims: JWTPayload, header: object = {}, key: KeyObject = signingKey.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: signingKey.kid, ...header }).sign(key);

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The claims of a valid token, undefined for any other. */
const verifyAccessToken = async (...requested: Parameters<typeof verdictOn>) => {
  const verdict = await verdictOn(...requested);
  return verdict.holds ? verdict.claims : undefined;
};

describe('an access token', () => {
  test('carries the account, the session, its own id, its role and a life of 15 minutes', async () => {
    const claims = await verifyAccessToken(await issue(), jwks, expectations);
    expect(claims).toEqual({
      sub: subject.accountId,
      sid: subject.sessionId,
      jti: expect.stringMatching(/^jti_/),
      role: 'member',
      iat: NOW_SECONDS,
      exp: NOW_SECONDS + 900,
    });
  });

  test('is different each time', async () => {
    const [one, other] = await Promise.all([issue(), issue()]);
    expect(readUnverifiedClaims(one)?.jti).not.toBe(readUnverifiedClaims(other)?.jti);
  });

  test('names the key that signed it', async () => {
    expect(readKeyId(await issue())).toBe(signingKey.kid);
  });

  test('expires after 15 minutes to the second', async () => {
    const token = await issue();
    const at = (elapsedMs: number) => verifyAccessToken(token, jwks, { ...parties, nowMs: NOW_MS + elapsedMs });
    expect(await at(15 * MINUTE_MS - 1_000)).toBeDefined();
    expect(await at(15 * MINUTE_MS)).toBeUndefined();
  });

  test('is accepted by a verifier whose clock is two minutes ahead or behind', async () => {
    const token = await issue();
    for (const skewMs of [-2 * MINUTE_MS, 2 * MINUTE_MS]) {
      expect(await verifyAccessToken(token, jwks, { ...parties, nowMs: NOW_MS + skewMs })).toBeDefined();
    }
  });

  test('is valid while its key is the current or the previous one, and no longer', async () => {
    const token = await issue();
    const once = rotated(secret);
    expect(await verifyAccessToken(token, publicKeysOf(once), expectations)).toBeDefined();
    expect(await verifyAccessToken(token, publicKeysOf(rotated(once)), expectations)).toBeUndefined();
  });
});

describe('a token is refused when', () => {
  test('it has another issuer or audience', async () => {
    const token = await issue();
    expect(await verifyAccessToken(token, jwks, { ...expectations, issuer: 'https://other.test' })).toBeUndefined();
    expect(await verifyAccessToken(token, jwks, { ...expectations, audience: 'other' })).toBeUndefined();
  });

  test.each(['sub', 'sid', 'jti', 'role', 'iat', 'exp', 'iss', 'aud'])('its claim %s is missing', async (claim) => {
    const token = await forge({ ...CLAIMS, [claim]: undefined });
    expect(await verifyAccessToken(await forge(CLAIMS), jwks, expectations)).toBeDefined();
    expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
  });

  test.each([
    ['sub', 'usr_short'],
    ['sid', subject.accountId],
    ['sid', 'ses_01J#000000000000000000000'],
    ['jti', 42],
    ['role', 'owner'],
    ['exp', NOW_SECONDS + 900.5],
  ])('its claim %s has the wrong shape (%s)', async (claim, value) => {
    const token = await forge({ ...CLAIMS, [claim]: value });
    expect(readUnverifiedClaims(token)).toBeUndefined();
    expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
  });

  test('its payload was changed after signing', async () => {
    const [header, , signature] = (await issue()).split('.');
    const token = `${header}.${encode({ ...CLAIMS, role: 'admin' })}.${signature}`;
    expect(readUnverifiedClaims(token)?.role).toBe('admin');
    expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
  });

  test('an attacker signed it under the name of our key', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    expect(await verifyAccessToken(await forge(CLAIMS, {}, stranger), jwks, expectations)).toBeUndefined();
  });

  test('it contains its own key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const token = await forge(CLAIMS, { kid: 'mine', jwk: publicKey.export({ format: 'jwk' }) }, privateKey);
    expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
  });

  test('it has no signature, or one of another algorithm with our public key as its secret', async () => {
    const unsigned = `${encode({ alg: 'none', kid: signingKey.kid })}.${encode(CLAIMS)}.`;
    const publicBytes = createSecretKey(Buffer.from(signingKey.publicKey.x, 'base64url'));
    const symmetric = await forge(CLAIMS, { alg: 'HS256' }, publicBytes);
    for (const token of [unsigned, symmetric]) {
      expect(readKeyId(token)).toBeUndefined();
      expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
    }
  });

  test('it is of another type, or requires an unknown extension', async () => {
    expect(await verifyAccessToken(await forge(CLAIMS, { typ: 'other' }), jwks, expectations)).toBeUndefined();
    const [, payload, signature] = (await issue()).split('.');
    const critical = { alg: 'EdDSA', typ: 'JWT', kid: signingKey.kid, crit: ['x'], x: 1 };
    expect(await verifyAccessToken(`${encode(critical)}.${payload}.${signature}`, jwks, expectations)).toBeUndefined();
  });

  test('it names no key, an unknown one, or a property that every object has', async () => {
    for (const kid of [undefined, 'unknown', '__proto__', 'constructor']) {
      expect(await verifyAccessToken(await forge(CLAIMS, { kid }), jwks, expectations)).toBeUndefined();
    }
    expect(await verifyAccessToken(await issue(), { keys: [] }, expectations)).toBeUndefined();
  });

  test('it is longer than 4,096 characters, even with a good signature', async () => {
    const token = await forge({ ...CLAIMS, padding: 'x'.repeat(4_096) });
    expect(readUnverifiedClaims(token)).toBeUndefined();
    expect(readKeyId(token)).toBeUndefined();
    expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
  });

  test('it is truncated, doubled, or changed in any one significant character', async () => {
    const token = await issue();
    const signatureEnd = token.length - 1;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: signatureEnd - 1 }),
        fc.constantFrom('A', 'B', '.', '!'),
        async (at, character) => {
          fc.pre(token[at] !== character);
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          expect(await verifyAccessToken(changed, jwks, expectations)).toBeUndefined();
          expect(await verifyAccessToken(token.slice(0, at), jwks, expectations)).toBeUndefined();
        },
      ),
    );
    expect(await verifyAccessToken(`${token}.${token}`, jwks, expectations)).toBeUndefined();
  });

  test('it is any other text: the parsers return undefined and never throw', async () => {
    const json = fc.json().map((text) => Buffer.from(text).toString('base64url'));
    const part = fc.oneof(fc.string(), json, fc.constant(encode({ alg: 'EdDSA', kid: signingKey.kid })));
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(readUnverifiedClaims(token)).toBeUndefined();
        expect(await verifyAccessToken(token, jwks, expectations)).toBeUndefined();
        readKeyId(token);
      }),
      { numRuns: 500 },
    );
  });
});

test('an unusable key set is a fault of the service, not of the caller', async () => {
  const broken = { keys: [{ ...signingKey.publicKey, x: 'AAAA' }] };
  await expect(verifyAccessToken(await issue(), broken, expectations)).rejects.toThrow();
});
