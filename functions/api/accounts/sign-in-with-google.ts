import { emailKey } from '#shared/auth/accounts/email-key';
import type { VerifiedSignIn } from '#shared/auth/accounts/sign-in';
import { SIGN_IN_RETRY } from '#shared/auth/accounts/sign-in';
import { orderCodeFor } from '#shared/auth/code-orders/order-code';
import { type CodeState, newerCodeState, readCodeState } from '#shared/auth/codes/code-record';
import { isCodeForm } from '#shared/auth/codes/compare-code';
import { FIRST_GENERATION } from '#shared/auth/sessions/access';
import { beginSession } from '#shared/auth/sessions/begin-session';
import { readSigningKeys, readyKey, type SeenKeys } from '#shared/auth/sessions/published-keys';
import { startSession } from '#shared/auth/sessions/session';
import { cookiesOf } from '#shared/auth/sessions/session-cookies';
import { enterLoginCode, pepperOfCodes } from '#shared/auth/sign-in/enter-login-code';
import {
  findGooglePlace,
  forgetCodeRequest,
  type GooglePlace,
  type GoogleStep,
  googleKey,
  googleStep,
  linkWrites,
  newerGooglePlace,
  recordCodeRequest,
  recordLink,
  useIdToken,
} from '#shared/auth/sign-in/google-link';
import { judgeLoginCode } from '#shared/auth/sign-in/login-codes';
import { provenAccount } from '#shared/auth/sign-in/proven-address';
import { pepper, signing } from '#shared/auth/stage-secrets';
import type { Item, WriteOperation } from '#shared/db/expressions';
import { type Attempted, onLatest } from '#shared/db/latest';
import type { Refusals } from '#shared/db/named-operations';
import { ApiError, withRefusalTarget } from '#shared/errors/api-error';
import type { EndpointResponse } from '#shared/http/endpoint-response';
import { serve } from '#shared/http/serve';
import { codeOrders } from '#shared/mails/queue/mail-queue';
import type { Logger } from '#shared/platform/logger';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type GoogleIdentity, type GoogleVerdict, google } from '#shared/sources/google';
import { openWallets } from '#shared/wallet/wallet';
import { signInWithGoogle } from './sign-in-with-google.contract.ts';

/** The state that a sign-in starts from. */
interface Start {
  readonly place: GooglePlace;
  /** The login codes of the address; read only if the request has a code. */
  readonly codes: CodeState;
}

interface Proven extends Start {
  readonly kind: 'proven';
  readonly identity: GoogleIdentity;
  readonly pepper: VersionedSecret;
  readonly seenKeys: SeenKeys;
}

type Unproven = Exclude<GoogleVerdict, { kind: 'proven' }>;
type Response = EndpointResponse<typeof signInWithGoogle>;

const refuse = ({ kind, reason }: Unproven, log: Logger): never => {
  if (kind === 'refused') {
    log.info('ID_TOKEN_REFUSED', { reason });
    throw new ApiError('INVALID_ID_TOKEN');
  }
  log.warn('GOOGLE_UNAVAILABLE', { reason });
  throw new ApiError('SOURCE_UNAVAILABLE');
};

const refuseUsed = (log: Logger): never => refuse({ kind: 'refused', reason: 'used' }, log);

const bodyFor = (userId: string, message = 'Signed in.') => ({ success: true, message, data: { userId } }) as const;

/**
 * POST /v1/auth/google. A linked account gets a session, as from a login. Otherwise one transaction creates the
 * account, or activates the one that waits for a code, with its wallets, its link and its first session. An existing
 * account is linked on Google's word if Google hosts the address, else with a login code. Each of these uses up the
 * token.
 */
export const handler = serve(signInWithGoogle, {
  effects: [codeOrders, google, pepper, signing],
  load: async ({ body, meta }, { table, google: verify, pepper, signing }): Promise<Proven | Unproven> => {
    const verdict = await verify(body.idToken, meta.nowMs);
    if (verdict.kind !== 'proven') return verdict;
    const { identity } = verdict;
    const addressKey = emailKey(identity.email);
    const [place, codes, known, seenKeys] = await Promise.all([
      findGooglePlace(table, googleKey(identity.subject), addressKey),
      body.code === undefined ? { record: undefined } : readCodeState(table, 'login', addressKey),
      pepper(),
      readSigningKeys(table, signing),
    ]);
    return { kind: 'proven', identity, place, codes, pepper: known, seenKeys };
  },

  answer: async ({ body: { code }, loaded, meta }, effects) => {
    const { table, commit, log, metrics, codes: order, pepper: readPepper, signing } = effects;
    if (loaded.kind !== 'proven') return refuse(loaded, log);
    const { identity, place, seenKeys } = loaded;
    const { nowMs } = meta;
    const key = googleKey(identity.subject);
    const { secret, signingKey } = await readyKey(seenKeys, signing, { table, log, metrics }, nowMs);

    /** Starts the first session of a new account. */
    const create = async (
      found: Extract<GoogleStep, { kind: 'create' }>['found'],
      { addressKey, link }: GooglePlace,
    ) => {
      const { email, firstName, lastName } = identity;
      const profile = { firstName, lastName, companyName: null, phone: null };
      const { accountId, operations } = provenAccount({ addressKey, email, profile, googleKey: key }, found, nowMs);
      const { session, refreshToken, write } = startSession({ accountId, generation: FIRST_GENERATION }, secret, nowMs);
      const cookies = await cookiesOf(session, 'member', refreshToken, signingKey, nowMs);
      const value = { status: 200, body: bodyFor(accountId), cookies } as const;
      const writes = {
        ...operations,
        ...openWallets(accountId, nowMs),
        session: write,
        link: recordLink(key, { addressKey, link }),
        token: useIdToken(identity.token, nowMs),
      };
      const result = await commit(writes, value);
      if (!result.written && result.refusals.token) return refuseUsed(log);
      if (!result.written && !result.refusals.signIn && !result.refusals.link) {
        throw new Error('An unverified account has wallets or access, or no record of its own');
      }
      return { result, value };
    };

    /** Mails a code to the person who may own both accounts; nobody is signed in. */
    const ask = async (accountId: string): Promise<Attempted<Response>> => {
      const asked = await table.write(recordCodeRequest(identity.token));
      if (!asked.written) return refuseUsed(log);
      try {
        await orderCodeFor('login', identity.email, meta, loaded.pepper, order);
      } catch (error) {
        await table.write(forgetCodeRequest(identity.token));
        throw error;
      }
      const body = bodyFor(accountId, 'To link the accounts, send the code that we emailed to you, with this token.');
      return { result: { written: true }, value: { status: 200, body } };
    };

    /** Starts a session of an existing account, together with other writes. */
    const begin = async (
      { accountId, sessionGeneration: generation }: VerifiedSignIn,
      operations: Readonly<Record<string, WriteOperation>>,
    ): Promise<Attempted<Response | undefined>> => {
      // Every session of the account has just been ended: the next request reads the new generation.
      const start = { owner: { accountId, generation }, secret, operations, refusal: 'SERVICE_UNAVAILABLE' } as const;
      const outcome = await beginSession(table, start, nowMs);
      if (!outcome.begun) {
        const refusals: Refusals = outcome.refusals;
        return refusals['token'] ? refuseUsed(log) : { result: { written: false, refusals }, value: undefined };
      }
      const { session, role, refreshToken } = outcome.begun;
      const cookies = await cookiesOf(session, role, refreshToken, signingKey, nowMs);
      return { result: { written: true }, value: { status: 200, body: bodyFor(accountId), cookies } };
    };

    /** Links an account with the code that was mailed to its owner. */
    const confirm = async (signIn: VerifiedSignIn, { place, codes }: Start, code: string) => {
      if (!isCodeForm(code)) throw new ApiError('INVALID_CODE');
      const pepper = await pepperOfCodes(codes, loaded.pepper, readPepper, nowMs);
      const entered = { code, addressKey: place.addressKey };
      const use = await enterLoginCode(table, judgeLoginCode(signIn, codes, entered, pepper, nowMs));
      if (!use.write) return { result: use.result, value: undefined };
      const token = useIdToken(identity.token, nowMs, 'after asking');
      return begin(signIn, { token, codes: use.write, ...linkWrites(key, place, signIn) });
    };

    const attempt = async (start: Start): Promise<Attempted<Response | undefined>> => {
      const { place } = start;
      const step = googleStep(place, key, identity);
      const token = useIdToken(identity.token, nowMs);
      switch (step.kind) {
        case 'create':
          return create(step.found, place);
        case 'enter':
          return begin(step.signIn, { token });
        case 'link':
          return begin(step.signIn, { token, ...linkWrites(key, place, step.signIn) });
        case 'confirm':
          return code === undefined ? ask(step.signIn.accountId) : confirm(step.signIn, start, code);
      }
    };
    const newer = (start: Start, found: readonly (Item | undefined)[]): Start | undefined => {
      const place = newerGooglePlace(start.place, key, found);
      const codes = newerCodeState('login', start.place.addressKey, found);
      if (!place && !codes.record) return undefined;
      return { place: place ?? start.place, codes: codes.record ? codes : start.codes };
    };
    return withRefusalTarget(place.signIn && { accountId: place.signIn.accountId }, async () => {
      const { result, value } = await onLatest<Start, Response | undefined, string>(loaded, attempt, newer, {
        retry: SIGN_IN_RETRY,
      });
      // Linked elsewhere at the same moment: the next request finds that link.
      if (!result.written || !value) throw new ApiError('SERVICE_UNAVAILABLE');
      return value;
    });
  },
});
