import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/meta/read-signing-keys';
import { publicKeysOf } from '#shared/auth/sessions/signing-keys';
import { call } from '#tests/integration/kit/test-kit';
import { publishTestSigningKeys, signedInAccount, TEST_SIGNING_SECRET } from '#tests/support/accounts';

const path = '/.well-known/jwks.json';

describe('GET /.well-known/jwks.json', () => {
  test('lists the public keys, and nothing private, without a credential', async () => {
    await publishTestSigningKeys();
    const response = await call(handler, { path });
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({ keys: publicKeysOf(TEST_SIGNING_SECRET).keys });
  });

  test('may be cached for five minutes', async () => {
    await publishTestSigningKeys();
    const { headers } = await call(handler, { path });
    expect(headers['Cache-Control']).toBe('public, max-age=300');
    expect(headers['X-Request-Id']).toEqual(expect.any(String));
  });

  test('verifies the access tokens of the service with any JWT library', async () => {
    const { token, accountId } = await signedInAccount();
    const { body } = await call(handler, { path });
    const { payload } = await jwtVerify(token, createLocalJWKSet(body));
    expect(payload.sub).toBe(accountId);
  });
});
