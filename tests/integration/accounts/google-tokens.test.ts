import { createPublicKey } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { describe, expect, test, vi } from 'vitest';
import { type KeysFault, newIssuerKey, type TokenLies } from '#tests/support/local-issuer';
import { googleContainer, recordOf, useIssuer } from './google-world.ts';
import { newEmail } from './world.ts';

const { issuer } = useIssuer();

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Expects a token to be refused without any effect. */
const expectRefused = async (email: string, idToken: unknown, container = googleContainer()) => {
  const { status, body, cookies } = await container.signIn(idToken);
  expect([status, body.code, cookies]).toEqual([401, 'INVALID_ID_TOKEN', {}]);
  expect(await recordOf(email)).toBeUndefined();
  expect(container.logged('ID_TOKEN_REFUSED')).toHaveLength(1);
  return container;
};

describe('an ID token is refused', () => {
  test.each<[string, TokenLies['claims']]>([
    ['for another client', { aud: 'another-client.apps.googleusercontent.com' }],
    ['for several clients', { aud: ['407408718192-tests.apps.googleusercontent.com', 'another-client'] }],
    ['for no client', { aud: undefined }],
    ['from another issuer', { iss: 'https://accounts.example.com' }],
    ['without an issuer', { iss: undefined }],
    ['from an issuer that begins the same', { iss: 'https://accounts.google.com.example.com' }],
    ['that has expired', { iat: nowSeconds() - 3700, exp: nowSeconds() - 60 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: nowSeconds() + 60 }],
    ['whose address is not verified', { email_verified: false }],
    ['whose address is verified only according to a text', { email_verified: 'true' }],
    ['whose address is verified according to a number', { email_verified: 1 }],
    ['that does not say whether its address is verified', { email_verified: undefined }],
    ['without an address', { email: undefined }],
    ['with an invalid address', { email: 'ada at example.com' }],
    ['with several addresses', { email: ['ada@example.com', 'eve@example.com'] }],
    ['without a subject', { sub: undefined }],
  ])('%s', async (_, claims) => {
    const email = newEmail();
    await expectRefused(email, await issuer().idToken(email, { claims: { ...claims } }));
  });

  test('with algorithm none', async () => {
    const email = newEmail();
    const [, payload] = (await issuer().idToken(email)).split('.');
    for (const alg of ['none', 'None', 'nOnE']) {
      await expectRefused(email, `${encoded({ alg, kid: 'key-1', typ: 'JWT' })}.${payload}.`);
    }
  });

  test.each(['HS256', 'HS512'])('signed by the public key as if it were a secret, %s', async (alg) => {
    const email = newEmail();
    const [key] = issuer().published();
    const [, payload = ''] = (await issuer().idToken(email)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const publicKey = createPublicKey({ key: key?.jwk as never, format: 'jwk' });
    for (const secret of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
    ]) {
      const forged = await new SignJWT(claims).setProtectedHeader({ alg, kid: 'key-1' }).sign(Buffer.from(secret));
      await expectRefused(email, forged);
    }
  });

  test.each(['RS256', 'ES256'])("signed by the attacker's key under a published key id, %s", async (alg) => {
    const email = newEmail();
    await expectRefused(email, await issuer().idToken(email, { key: await newIssuerKey('key-1', alg) }));
  });

  test('signed by a key that it contains', async () => {
    const email = newEmail();
    const key = await newIssuerKey('key-1');
    const header = { jwk: key.jwk, jku: `${issuer().environment.GOOGLE_ISSUER}/other` };
    await expectRefused(email, await issuer().idToken(email, { key, header }));
  });

  test('by an algorithm of another kind, even if the key is published', async () => {
    const email = newEmail();
    const weak = await newIssuerKey('key-ps', 'PS256');
    issuer().publish(...issuer().published(), weak);
    await expectRefused(email, await issuer().idToken(email, { key: weak }));
  });

  test('with a changed claim', async () => {
    const email = newEmail();
    const [header, , signature] = (await issuer().idToken(newEmail())).split('.');
    const [, payload] = (await issuer().idToken(email)).split('.');
    await expectRefused(email, `${header}.${payload}.${signature}`);
  });

  test.each([
    ['empty', ''],
    ['not a token', 'not.a.token'],
    ['a single letter', 'x'],
    ['a token of five parts', 'a.b.c.d.e'],
    ['longer than any token', `${'a'.repeat(5_000)}.${'b'.repeat(5_000)}.c`],
    ['a token without a key id', `${encoded({ alg: 'RS256' })}.${encoded({})}.AAAA`],
    ['a token whose key id is not a text', `${encoded({ alg: 'RS256', kid: {} })}.${encoded({})}.AAAA`],
  ])('that is %s, without a call', async (_, idToken) => {
    const before = issuer().calls();
    await expectRefused(newEmail(), idToken);
    expect(issuer().calls()).toBe(before);
  });

  test.each([[undefined], [null], [7], [{}]])('that is %j, as an invalid request', async (idToken) => {
    const { status, body } = await googleContainer().signIn(idToken);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('without any part of it in the log', async () => {
    const email = newEmail();
    const idToken = await issuer().idToken(email, { claims: { aud: 'another' } });
    const { lines } = await expectRefused(email, idToken);
    const logged = JSON.stringify(lines);
    for (const secret of [email, ...idToken.split('.')]) expect(logged).not.toContain(secret);
  });
});

describe('an ID token is accepted', () => {
  test('whose address is written with capitals and spaces around it', async () => {
    const email = newEmail();
    const idToken = await issuer().idToken(email, { claims: { email: ` ${email.toUpperCase()} ` } });
    expect((await googleContainer().signIn(idToken)).status).toBe(200);
    expect(await recordOf(email)).toMatchObject({ status: 'verified' });
  });

  test('signed by ES256 with one of several keys', async () => {
    const key = await newIssuerKey('key-es', 'ES256');
    issuer().publish(key, ...issuer().published());
    expect((await googleContainer().signIn(await issuer().idToken(newEmail(), { key }))).status).toBe(200);
  });

  test('that was issued by a clock a few seconds ahead', async () => {
    const iat = nowSeconds() + 5;
    const idToken = await issuer().idToken(newEmail(), { claims: { iat, nbf: iat } });
    expect((await googleContainer().signIn(idToken)).status).toBe(200);
  });
});

describe('when the provider rotates its keys', () => {
  test('a new key is accepted with its first token, and a withdrawn one is no longer accepted', async () => {
    const container = googleContainer();
    const published = issuer().published();
    expect((await container.signIn(await issuer().idToken(newEmail()))).status).toBe(200);
    const rotated = await newIssuerKey('key-2');
    issuer().publish(rotated);
    container.pass(30);
    expect((await container.signIn(await issuer().idToken(newEmail()))).status).toBe(200);
    const email = newEmail();
    const [old] = published;
    if (!old) throw new Error('There was no key');
    await expectRefused(email, await issuer().idToken(email, { key: old }), container);
  });

  test('tokens with invented key ids cause one call in 30 seconds', async () => {
    const container = googleContainer();
    await container.signIn(await issuer().idToken(newEmail()));
    const before = issuer().calls();
    container.pass(30);
    for (let invented = 0; invented < 10; invented++) {
      const key = { ...(await newIssuerKey(`invented-${invented}`, 'ES256')) };
      const { status } = await container.signIn(await issuer().idToken(newEmail(), { key }));
      expect(status).toBe(401);
    }
    expect(issuer().calls()).toBe(before + 1);
  });
});

describe('while the keys are out of reach', () => {
  const HTML = { status: 200, body: '<html>Sign in to the network</html>' };
  test.each<[string, KeysFault]>([
    ['the provider is overloaded', { status: 503 }],
    ['the address is gone', { status: 404 }],
    ['it redirects', { status: 302 }],
    ['it hangs up', 'resets'],
    ['it responds with a page', HTML],
    ['it responds with something else', { status: 200, body: '{"keys":"soon"}' }],
    ['its key is unusable', { status: 200, body: '{"keys":[{"kid":"key-1","kty":"RSA","n":"!","e":"AQAB"}]}' }],
  ])('%s: 503 and no effect; the next try after recovery succeeds', async (_, fault) => {
    const container = googleContainer();
    const email = newEmail();
    const idToken = await issuer().idToken(email);
    issuer().break(fault);
    const { status, body, cookies } = await container.signIn(idToken);
    expect([status, body.code, cookies]).toEqual([503, 'SOURCE_UNAVAILABLE', {}]);
    expect(await recordOf(email)).toBeUndefined();
    expect(container.logged('GOOGLE_UNAVAILABLE')).toHaveLength(1);
    issuer().break(undefined);
    container.pass(3600);
    expect((await container.signIn(idToken)).status).toBe(200);
  });

  test('the provider is slow: 503 once the time is over', async () => {
    issuer().break('hangs');
    const { status, body } = await googleContainer({ timeoutSeconds: 0.2 }).signIn(await issuer().idToken(newEmail()));
    expect([status, body.code]).toEqual([503, 'SOURCE_UNAVAILABLE']);
  });

  test('the stage has no client: 503, without a call', async () => {
    const before = issuer().calls();
    vi.stubEnv('GOOGLE_CLIENT_ID', '');
    const { status, body } = await googleContainer().signIn(await issuer().idToken(newEmail()));
    vi.stubEnv('GOOGLE_CLIENT_ID', issuer().environment.GOOGLE_CLIENT_ID);
    expect([status, body.code]).toEqual([503, 'SOURCE_UNAVAILABLE']);
    expect(issuer().calls()).toBe(before);
  });

  test('tokens of known keys are still accepted', async () => {
    const container = googleContainer();
    await container.signIn(await issuer().idToken(newEmail()));
    issuer().break({ status: 500 });
    container.pass(7200);
    expect((await container.signIn(await issuer().idToken(newEmail()))).status).toBe(200);
  });
});
