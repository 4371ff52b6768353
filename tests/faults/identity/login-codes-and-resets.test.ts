import { describe, expect, test } from 'vitest';
import { emailKey } from '#shared/auth/accounts/email-key';
import { CODE_POLICY } from '#shared/auth/codes/codes';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { countStatuses, otherThan, PASSWORD, sessionsOf } from '#tests/integration/accounts/world';
import { worldsInTrouble } from './worlds-in-trouble.ts';

const NEW_PASSWORD = 'five other plain words here';

/**
 * A verified account, and the service twice: over a table that fails every other write, and over one that does not
 * fail.
 */
const accountInTrouble = async () => {
  const { healthy, troubled } = worldsInTrouble();
  return { healthy, troubled, ...(await healthy.verifiedAccount()) };
};

const codesOf = (email: string) => serviceTable().get(authKeys.loginCodes(emailKey(email)));

describe('Login codes over a table that throttles, conflicts and loses its responses', () => {
  test('of 60 parallel right ones, at most one begins a session, and the next code works', async () => {
    const { healthy, troubled, email, userId } = await accountInTrouble();
    const code = await healthy.newLoginCode(email);
    const responses = await Promise.all(Array.from({ length: 60 }, () => troubled.logInWithCode({ email, code })));
    const { 200: accepted = 0, 400: refused = 0, 503: failed = 0 } = countStatuses(responses);
    expect(accepted + refused + failed).toBe(60);
    expect(accepted).toBeLessThanOrEqual(1);
    expect((await sessionsOf(userId)).length).toBeLessThanOrEqual(1);
    healthy.pass(CODE_POLICY.minSecondsBetweenSends);
    const next = await healthy.newLoginCode(email);
    expect((await healthy.logInWithCode({ email, code: next })).body.data).toEqual({ userId });
  });

  test('of 100 parallel wrong ones, at most five are compared, and then the right one is too late', async () => {
    const { healthy, troubled, email } = await accountInTrouble();
    const code = await healthy.newLoginCode(email);
    const wrong = otherThan(code);
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => troubled.logInWithCode({ email, code: wrong })),
    );
    for (const status of Object.keys(countStatuses(responses))) expect(['400', '503']).toContain(status);
    expect(await codesOf(email)).toMatchObject({ codes: [{ tries: CODE_POLICY.maxTries }] });
    expect((await healthy.logInWithCode({ email, code })).status).toBe(400);
  });
});

describe('New passwords over a table that throttles, conflicts and loses its responses', () => {
  test('of 30 parallel uses of one token, at most one sets the password, which is either the old or the new one', async () => {
    const { healthy, troubled, email, userId } = await accountInTrouble();
    const before = await healthy.logIn({ email, password: PASSWORD });
    const token = await healthy.newResetToken(email);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => troubled.resetPassword({ token, password: NEW_PASSWORD })),
    );
    const { 200: accepted = 0, 400: refused = 0, 503: failed = 0 } = countStatuses(responses);
    expect(accepted + refused + failed).toBe(30);
    expect(accepted).toBeLessThanOrEqual(1);

    const isReset = (await healthy.logIn({ email, password: NEW_PASSWORD })).status === 200;
    if (accepted === 1) expect(isReset).toBe(true);
    expect((await healthy.logIn({ email, password: PASSWORD })).status).toBe(isReset ? 401 : 200);
    const refreshed = await healthy.refresh({ refreshToken: before.cookies['refreshToken'] });
    expect(refreshed.status).toBe(isReset ? 401 : 200);
    // A token whose uses all failed still works.
    if (!isReset) expect((await healthy.resetPassword({ token, password: NEW_PASSWORD })).status).toBe(200);
    expect((await healthy.logIn({ email, password: NEW_PASSWORD })).body.data).toEqual({ userId });
  });
});
