import { FIRST_GENERATION } from '#shared/auth/access';
import { beginSession } from '#shared/auth/begin-session';
import { SIGN_IN_RETRY } from '#shared/auth/contention';
import { emailKey } from '#shared/auth/email-key';
import { type ProvenAddress, provenAccount } from '#shared/auth/proven-address';
import { lookAtKeys, readyKey, type SeenKeys } from '#shared/auth/published-keys';
import { startSession } from '#shared/auth/session';
import { cookiesOf } from '#shared/auth/session-cookies';
import { readSignIn, type SignIn, signInRecord } from '#shared/auth/sign-in';
import { signing } from '#shared/auth/stage-secrets';
import type { Item } from '#shared/db/expressions';
import { onLatest, recordAmong } from '#shared/db/latest';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import type { Logger } from '#shared/platform/logger';
import { type GoogleVerdict, google } from '#shared/sources/google';
import type { ProvenIdentity } from '#shared/sources/id-token';
import { openWallets } from '#shared/wallet/wallet';
import { signInWithGoogle } from './sign-in-with-google.contract.ts';

interface Proven {
  readonly kind: 'proven';
  readonly address: ProvenAddress;
  readonly signIn: SignIn | undefined;
  readonly seenKeys: SeenKeys;
}

type Unproven = Exclude<GoogleVerdict, { kind: 'proven' }>;

const addressOf = ({ email, firstName, lastName }: ProvenIdentity): ProvenAddress => ({
  addressKey: emailKey(email),
  email,
  profile: { firstName, lastName, companyName: null, phone: null },
});

const refuse = ({ kind, reason }: Unproven, log: Logger): never => {
  if (kind === 'refused') {
    log.info('ID_TOKEN_REFUSED', { reason });
    throw new ApiError('INVALID_ID_TOKEN');
  }
  log.warn('GOOGLE_UNAVAILABLE', { reason });
  throw new ApiError('SOURCE_UNAVAILABLE');
};

/**
 * POST /v1/auth/google. An account that exists gets a session as by a log-in; else one transaction creates the account,
 * or activates the one that waits for a code, with its wallets and its first session.
 */
export const handler = serve(signInWithGoogle, {
  effects: [google, signing],
  load: async ({ body, meta }, { table, google: verify, signing }): Promise<Proven | Unproven> => {
    const verdict = await verify(body.idToken, meta.nowMs);
    if (verdict.kind !== 'proven') return verdict;
    const address = addressOf(verdict.identity);
    const [signIn, seenKeys] = await Promise.all([readSignIn(table, address.addressKey), lookAtKeys(table, signing)]);
    return { kind: 'proven', address, signIn, seenKeys };
  },

  answer: async ({ loaded, meta: { nowMs } }, { table, commit, log, metrics, signing }) => {
    if (loaded.kind !== 'proven') return refuse(loaded, log);
    const { secret, signingKey } = await readyKey(loaded.seenKeys, signing, { table, log, metrics }, nowMs);
    const bodyFor = (userId: string) => ({ success: true, message: 'Signed in.', data: { userId } }) as const;
    const { address, signIn } = loaded;

    const attempt = async ({ signIn }: Pick<Proven, 'signIn'>) => {
      if (signIn?.status === 'verified') {
        const { accountId, sessionGeneration: generation } = signIn;
        // Ended with every session of the account a moment ago: the next try reads the new generation.
        const start = { owner: { accountId, generation }, secret, refusal: 'SERVICE_UNAVAILABLE' } as const;
        const { begun } = await beginSession(table, start, nowMs);
        if (!begun) throw new Error('A new session was refused');
        const cookies = await cookiesOf(begun.session, begun.role, begun.refreshToken, signingKey, nowMs);
        const response = { status: 200, body: bodyFor(accountId), cookies } as const;
        return { result: { written: true } as const, value: response };
      }
      const { accountId, operations } = provenAccount(address, signIn, nowMs);
      const { session, refreshToken, write } = startSession({ accountId, generation: FIRST_GENERATION }, secret, nowMs);
      const cookies = await cookiesOf(session, 'member', refreshToken, signingKey, nowMs);
      const response = { status: 200, body: bodyFor(accountId), cookies } as const;
      const result = await commit({ ...operations, ...openWallets(accountId, nowMs), session: write }, response);
      if (!result.written && !result.refusals.signIn) {
        throw new Error('An unverified account has wallets or access, or no record of its own');
      }
      return { result, value: response };
    };
    const newer = (_: unknown, found: readonly (Item | undefined)[]) => ({
      signIn: recordAmong(signInRecord(address.addressKey), found),
    });
    return (await onLatest({ signIn }, attempt, newer, { retry: SIGN_IN_RETRY })).value;
  },
});
