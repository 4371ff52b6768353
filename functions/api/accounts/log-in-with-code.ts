import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn, SIGN_IN_RETRY } from '#shared/auth/accounts/sign-in';
import { type CodeState, newerCodeState, readCodeState } from '#shared/auth/codes/code-record';
import { isCodeForm } from '#shared/auth/codes/compare-code';
import { type BegunSession, beginSession } from '#shared/auth/sessions/begin-session';
import { readSigningKeys, readyKey } from '#shared/auth/sessions/published-keys';
import { cookiesOf } from '#shared/auth/sessions/session-cookies';
import { enterLoginCode, pepperOfCodes } from '#shared/auth/sign-in/enter-login-code';
import { judgeLoginCode } from '#shared/auth/sign-in/login-codes';
import { pepper, signing } from '#shared/auth/stage-secrets';
import type { Item } from '#shared/db/expressions';
import { type Attempted, onLatest } from '#shared/db/latest';
import { ApiError, withRefusalTarget } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { logInWithCode } from './log-in-with-code.contract.ts';

/**
 * POST /v1/login/otp: compares the code with the pending ones, and returns the result once the corresponding write has
 * succeeded. A right code is used up in the transaction that starts the session; a wrong one is counted.
 */
export const handler = serve(logInWithCode, {
  effects: [signing, pepper],
  load: async ({ body }, { table, signing, pepper: readPepper }) => {
    const addressKey = emailKey(body.email);
    const [found, state, pepper, seenKeys] = await Promise.all([
      readSignIn(table, addressKey),
      readCodeState(table, 'login', addressKey),
      readPepper(),
      readSigningKeys(table, signing),
    ]);
    return { addressKey, signIn: found?.status === 'verified' ? found : undefined, state, pepper, seenKeys };
  },

  answer: ({ body: { code }, loaded, meta }, { table, log, metrics, pepper: readPepper, signing }) => {
    const { addressKey, signIn, state, seenKeys } = loaded;
    const { nowMs } = meta;
    return withRefusalTarget(signIn && { accountId: signIn.accountId }, async () => {
      if (!isCodeForm(code)) throw new ApiError('INVALID_CODE');
      const pepper = await pepperOfCodes(state, loaded.pepper, readPepper, nowMs);
      const { secret, signingKey } = await readyKey(seenKeys, signing, { table, log, metrics }, nowMs);
      const entered = { code, addressKey };

      const attempt = async (latest: CodeState): Promise<Attempted<BegunSession | undefined>> => {
        const verdict = judgeLoginCode(signIn, latest, entered, pepper, nowMs);
        const use = await enterLoginCode(table, verdict);
        if (!use.write) return { result: use.result, value: undefined };
        const { accountId, sessionGeneration: generation } = use.signIn;
        const operations = { codes: use.write };
        const start = { owner: { accountId, generation }, secret, operations, refusal: 'INVALID_CODE' } as const;
        const outcome = await beginSession(table, start, nowMs);
        if (outcome.begun) return { result: { written: true }, value: outcome.begun };
        return { result: { written: false, refusals: outcome.refusals }, value: undefined };
      };
      const newer = (_: CodeState, found: readonly (Item | undefined)[]) => newerCodeState('login', addressKey, found);
      const { value: begun } = await onLatest(state, attempt, newer, { retry: SIGN_IN_RETRY });

      if (!begun) throw new ApiError('SERVICE_UNAVAILABLE');
      const { session, refreshToken, role } = begun;
      return {
        status: 200,
        body: { success: true, message: 'Logged in.', data: { userId: session.accountId } },
        cookies: await cookiesOf(session, role, refreshToken, signingKey, nowMs),
      } as const;
    });
  },
});
