import { describe, expect, test } from 'vitest';
import { handler as verifyEmailHandler } from '#functions/api/accounts/verify-email';
import { verifyEmail } from '#functions/api/accounts/verify-email.contract';
import { emailKey } from '#shared/auth/accounts/email-key';
import { CODE_POLICY } from '#shared/auth/codes/codes';
import { authKeys } from '#shared/auth/keys';
import type { SecretReader } from '#shared/auth/stage-secrets';
import { serviceTable } from '#shared/db/client';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { call, countStatuses, makeWorld, newEmail, otherThan, PASSWORD } from '#tests/integration/accounts/world';
import { testKit } from '#tests/integration/kit/test-kit';
import { ledgerOf } from '#tests/integration/wallet/support';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';
import { worldsInTrouble } from './worlds-in-trouble.ts';

/** A mailed code, and the service twice: over a table that fails every other write, and over one that does not fail. */
const mailedCode = async () => {
  const { healthy, troubled } = worldsInTrouble();
  const email = newEmail();
  const { body } = await healthy.signUp({ email, password: PASSWORD });
  return { healthy, troubled, email, code: healthy.codeTo(email), userId: String(body.data.userId) };
};

const signInOf = (email: string) => serviceTable().get(authKeys.signIn(emailKey(email)));

describe('A code that is wrong', () => {
  /** An address with a pending code, and a container that read the pepper when its version was `seen`. */
  const waiting = async (seen: (mailedWith: VersionedSecret) => VersionedSecret) => {
    const world = makeWorld();
    const email = newEmail();
    await world.signUp({ email, password: PASSWORD });
    const mailedWith = world.secrets.pepper;
    const readings: unknown[] = [];
    const pepper: SecretReader = async (freshness) => {
      readings.push(freshness);
      return freshness?.renew ? mailedWith : seen(mailedWith);
    };
    const handler = verifyEmailHandler.with({ pepper }, testKit());
    const send = (address: string, code: string) => call(handler, verifyEmail, { body: { email: address, code } });
    return { email, code: world.codeTo(email), send, readings };
  };

  test('causes no further read of the secret, so that its duration does not reveal where a code is pending', async () => {
    const { email, code, send, readings } = await waiting((pepper) => pepper);
    expect((await send(email, otherThan(code))).status).toBe(400);
    expect((await send(newEmail(), code)).status).toBe(400);
    expect(readings).toEqual([undefined, undefined]);
  });

  test('for a container that does not know the pepper yet is accepted once the pepper is read', async () => {
    const { email, code, send, readings } = await waiting(() => freshSecret());
    expect((await send(email, code)).status).toBe(200);
    expect(readings).toEqual([undefined, { renew: true }]);
  });
});

describe('Mailed codes over a table that throttles, conflicts and loses its responses', () => {
  test('of 100 parallel right ones, at most one is accepted, and the wallets are opened once or not at all', async () => {
    const { healthy, troubled, email, code, userId } = await mailedCode();
    const responses = await Promise.all(Array.from({ length: 100 }, () => troubled.verifyEmail({ email, code })));
    const { 200: accepted = 0, 400: refused = 0, 503: failed = 0 } = countStatuses(responses);
    expect(accepted + refused + failed).toBe(100);
    expect(accepted).toBeLessThanOrEqual(1);

    const isVerified = (await signInOf(email))?.['status'] === 'verified';
    expect(await ledgerOf(userId, 'sandbox')).toHaveLength(isVerified ? 1 : 0);
    // A caller who lost every response is not locked out, but is logged in or gets another code.
    if (!isVerified) {
      healthy.pass(CODE_POLICY.minSecondsBetweenSends);
      await healthy.resend({ email });
      expect((await healthy.verifyEmail({ email, code: healthy.codeTo(email) })).status).toBe(200);
    }
    expect((await healthy.logIn({ email, password: PASSWORD })).body.data).toEqual({ userId });
    expect(await ledgerOf(userId, 'sandbox')).toHaveLength(1);
  });

  test('of 200 parallel wrong ones, at most five are compared, and then the right one is too late', async () => {
    const { healthy, troubled, email, code } = await mailedCode();
    const wrong = otherThan(code);
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => troubled.verifyEmail({ email, code: wrong })),
    );
    for (const status of Object.keys(countStatuses(responses))) expect(['400', '503']).toContain(status);
    // Requests that failed may leave tries, which are used up one by one.
    for (let n = 0; n < CODE_POLICY.maxTries; n++) await healthy.verifyEmail({ email, code: wrong });
    expect(await signInOf(email)).toMatchObject({
      status: 'pending',
      waiting: [{ codes: [{ tries: CODE_POLICY.maxTries }] }],
    });
    expect((await healthy.verifyEmail({ email, code })).status).toBe(400);
  });
});
