import { describe, expect, test } from 'vitest';
import { handler as setAutoTopUpHandler } from '#functions/api/wallet/set-auto-top-up';
import { setAutoTopUp } from '#functions/api/wallet/set-auto-top-up.contract';
import { makeWorld } from '#tests/integration/accounts/world';
import { openedSession } from '#tests/integration/embed/session';
import { accountWithWallets } from '#tests/integration/wallet/support';
import { endpoint } from '#tests/support/call';

/** The paths of the problems that a refusal names. */
const named = ({ status, body }: { status: number; body: { details?: readonly { path: string }[] } }) => {
  expect(status).toBe(400);
  return (body.details ?? []).map(({ path }) => path).sort();
};

describe('every problem is named at once', () => {
  const { signUp, resetPassword, verifyEmail } = makeWorld();
  const autoTopUp = endpoint(setAutoTopUp, setAutoTopUpHandler);

  test('of a sign-up: a common password along with other fields', async () => {
    expect(named(await signUp({ email: 'nobody', password: 'password123' }))).toEqual(['email', 'password']);
    expect(named(await signUp({ email: 'nobody', password: 'short' }))).toEqual(['email', 'password']);
  });

  test('of a new password: a common one along with a missing token', async () => {
    expect(named(await resetPassword({ password: 'password123' }))).toEqual(['password', 'token']);
  });

  test('of a verification: a missing address along with the code', async () => {
    expect(named(await verifyEmail({}))).toEqual(['', 'code']);
    expect(named(await verifyEmail({ email: 'nobody' }))).toEqual(['code', 'email']);
    expect(named(await verifyEmail([]))).toEqual(['']);
  });

  test('of automatic top-ups: what turning them on requires, along with other fields', async () => {
    const account = await accountWithWallets();
    const refused = await autoTopUp(account, { body: { enabled: true, thresholdKobo: 'all' } });
    expect(named(refused)).toEqual(['amountKobo', 'thresholdKobo']);
  });

  test('of answers: unknown fields along with wrong ones', async () => {
    const { save } = await openedSession();
    const answers = { businessName: 7, nickname: 'Ada', email: 'nobody', phone: { number: 1 } };
    expect(named(await save('business_profile', answers))).toEqual([
      'answers.businessName',
      'answers.email',
      'answers.nickname',
      'answers.phone',
    ]);
  });
});
