import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { createAccount, verifyAccount } from '#shared/auth/accounts/account';
import { serviceTable } from '#shared/db/client';
import { unixSeconds } from '#shared/platform/clock';
import { publishTestSigningKeys, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { securitySuite } from '#tests/support/security-suite';
import { call, makeWorld, newEmail, PASSWORD } from './world.ts';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const signUpAndLogIn = async (profile: Record<string, unknown>) => {
  await publishTestSigningKeys();
  const { signUp, verifyEmail, logIn, codeTo, now } = makeWorld();
  const email = newEmail();
  const signedUpAt = new Date(now()).toISOString();
  const { body } = await signUp({ email, password: PASSWORD, ...profile });
  await verifyEmail({ email, code: codeTo(email) });
  const { cookies } = await logIn({ email, password: PASSWORD });
  return { email, userId: body.data.userId, signedUpAt, token: cookies['token'] ?? '' };
};

describe('read-me: promises', () => {
  test('the account is returned as it was signed up', async () => {
    const profile = { firstName: ' Ada ', lastName: 'Obi', companyName: 'Obi Foods Ltd', phone: '+2348012345678' };
    const { email, userId, signedUpAt, token } = await signUpAndLogIn(profile);
    const response = await call(handler, readMe, bearer(token));
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      success: true,
      data: { userId, email, ...profile, firstName: 'Ada', createdAt: signedUpAt },
    });
  });

  test('fields that were left out or empty are null', async () => {
    const { token } = await signUpAndLogIn({ firstName: '  ', lastName: null });
    const response = await call(handler, readMe, bearer(token));
    expect(response.body.data).toMatchObject({ firstName: null, lastName: null, companyName: null, phone: null });
  });
});

describe('read-me: refusals', () => {
  test('a session whose account no longer exists', async () => {
    const { token } = await signedInAccount();
    const response = await call(handler, readMe, bearer(token));
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});

const withRecord = async ({ accountId }: SignedInAccount) => {
  const nowMs = Date.now();
  const profile = { firstName: null, lastName: null, companyName: null, phone: null };
  await serviceTable().write(createAccount(accountId, newEmail(), unixSeconds(nowMs) + 60, nowMs));
  await serviceTable().write(verifyAccount(accountId, profile, nowMs));
  return {};
};

securitySuite({ contract: readMe, handler, request: withRecord });
