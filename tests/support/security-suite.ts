import { describe, expect, test } from 'vitest';
import { newApiKeys } from '#shared/auth/api-keys/api-keys';
import { issueAccessToken } from '#shared/auth/sessions/access-token';
import { signingKeyOf } from '#shared/auth/sessions/signing-keys';
import { serviceTable } from '#shared/db/client';
import { remove, update } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { callerKeys } from '#shared/http/caller/keys';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { errorBody } from '#shared/http/error-rows';
import type { ApiResponse } from '#shared/http/response';
import { apiUrl } from '#shared/platform/api-url';
import { isoTime } from '#shared/platform/clock';
import { env, once } from '#shared/platform/env';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import {
  accessTokenFor,
  apiKeyFor,
  madeUpSecretKey,
  type SignedInAccount,
  signedInAccount,
  TEST_SIGNING_SECRET,
  TEST_TAIL_KEY,
} from './accounts.ts';
import { type ApiEventOptions, apiEvent } from './api-event.ts';
import { lambdaContext } from './lambda-context.ts';

/** A request of a test without its credential. */
export type MakeRequest = (account: SignedInAccount) => ApiEventOptions | Promise<ApiEventOptions>;

/** An endpoint for accounts or admins, and how to call it. */
export interface SecuredEndpoint {
  readonly contract: Contract;
  readonly handler: ApiHandler;
  /**
   * A request that succeeds for this account; the suite adds the credential. It is called once for each call of the
   * endpoint, so that it can first create what the request needs.
   */
  readonly request: MakeRequest;
  /** For endpoints that name a resource of an account: the same request for one that does not exist. */
  readonly missing?: MakeRequest;
  /** The environment of the resource that the request names. Default: `sandbox`. */
  readonly environment?: Environment;
}

const OTHER_SECRET = { current: { versionId: 'other-1', value: 'another-signing-secret-nobody-published-01' } };

/** An origin that no stage lists. */
const FOREIGN_ORIGIN = 'https://evil.example';

const UNAUTHENTICATED_BODY: Record<string, unknown> = {
  success: false,
  status: 'error',
  message: 'Authentication is required. Send a valid access token or API key.',
  code: 'UNAUTHENTICATED',
};

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token with the right key and session, issued for another audience or by another issuer. */
const strayToken = (account: SignedInAccount, stray: { issuer?: string; audience?: string }): Promise<string> =>
  issueAccessToken({ ...account, role: 'member' }, signingKeyOf(TEST_SIGNING_SECRET.current), {
    issuer: apiUrl(),
    audience: env('TOKEN_AUDIENCE'),
    nowMs: Date.now(),
    ...stray,
  });

/** A token signed with an unknown key under the id of the published key. */
const tokenUnderOurKeyId = (account: SignedInAccount): Promise<string> => {
  const { kid } = signingKeyOf(TEST_SIGNING_SECRET.current);
  const { privateKey } = signingKeyOf(OTHER_SECRET.current);
  return issueAccessToken(
    { ...account, role: 'member' },
    { kid, privateKey },
    { issuer: apiUrl(), audience: env('TOKEN_AUDIENCE'), nowMs: Date.now() },
  );
};

/** The token with its payload changed and its signature kept. */
const withOtherClaims = (token: string, changes: Record<string, unknown>): string => {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, encoded({ ...claims, ...changes }), signature].join('.');
};

/** The token's claims with the algorithm `none` and no signature. */
const unsigned = (token: string): string => `${encoded({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`;

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/**
 * Credentials that never were valid, as headers derived from a signed-in account. Neither they nor the refused calls
 * change the account, so one account and one request serve for all of an endpoint.
 */
const IMPOSTORS: Readonly<Record<string, (account: SignedInAccount) => Promise<Record<string, string>>>> = {
  'a text that is not a token': async () => bearer('rubbish'),
  'a token signed by an unknown key': async (account) =>
    bearer(await accessTokenFor(account, Date.now(), OTHER_SECRET)),
  'a token signed by another key under the published key id': async (account) =>
    bearer(await tokenUnderOurKeyId(account)),
  'a token from another issuer': async (account) =>
    bearer(await strayToken(account, { issuer: 'https://evil.example' })),
  'a token for another audience': async (account) => bearer(await strayToken(account, { audience: 'other' })),
  'a token that was changed': async ({ token }) => bearer(withOtherClaims(token, { jti: newId('jti', Date.now()) })),
  'an unsigned token': async ({ token }) => bearer(unsigned(token)),
  'an expired token': async (account) => bearer(await accessTokenFor(account, Date.now() - 901_000)),
  'a token of a session that never existed': async ({ accountId }) =>
    bearer(await accessTokenFor({ accountId, sessionId: newId('ses', Date.now()) })),
  "a token for another account's session": async ({ sessionId }) =>
    bearer(await accessTokenFor({ accountId: newId('usr', Date.now()), sessionId })),
  'a made-up secret key': async () => bearer(madeUpSecretKey('sandbox')),
  'an unknown secret key': async () => bearer(newApiKeys('sandbox', TEST_TAIL_KEY, Date.now()).secretKey),
};

/** Requests without a credential that could be valid, with the part of the message that says what to send instead. */
const MISTAKES: Readonly<
  Record<string, readonly [(account: SignedInAccount) => Promise<Record<string, string>>, RegExp]>
> = {
  'no credential': [async () => ({}), /Send `Authorization: Bearer/],
  'another scheme': [async () => ({ authorization: 'Basic dXNlcjpwYXNz' }), /must be `Bearer `/],
  'a key without a scheme': [
    async (account) => ({ authorization: (await apiKeyFor(account)).publishableKey }),
    /must be/,
  ],
  'another header': [async () => ({ 'x-api-key': madeUpSecretKey('sandbox') }), /X-Api-Key is not read/],
  'a publishable key': [async (account) => bearer((await apiKeyFor(account)).publishableKey), /Send your secret key/],
};

/** Ways in which an account loses a valid credential. */
const FORMER: typeof IMPOSTORS = {
  'a token of an ended session': async (account) => {
    const key = callerKeys.accountSession(account.sessionId);
    await serviceTable().write(update(key, { set: { endedAt: isoTime(Date.now()) }, when: { pk: 'exists' } }));
    return account.headers;
  },
  'a token of a session that was ended with all others of its account': async (account) => {
    const key = callerKeys.accountAccess(account.accountId);
    await serviceTable().write(update(key, { add: { sessionsValidFrom: 1 }, when: { pk: 'exists' } }));
    return account.headers;
  },
  'a secret key that was replaced': async (account) => {
    const { headers } = await apiKeyFor(account);
    await apiKeyFor(account);
    return headers;
  },
  'a secret key whose overlap is over': async (account) => {
    const { headers } = await apiKeyFor(account, 'sandbox', { nowMs: Date.now() - 7_200_000 });
    await apiKeyFor(account, 'sandbox', { nowMs: Date.now() - 3_600_001, expiresInHours: 1 });
    return headers;
  },
  'a token of an account without access': async (account) => {
    await serviceTable().write(remove(callerKeys.accountAccess(account.accountId)));
    return account.headers;
  },
};

const bodyOf = ({ body = '' }: ApiResponse): unknown => JSON.parse(body);

/**
 * Headers that may differ between two responses to one caller: the request's own id, and the state of the rate limit.
 */
const PER_REQUEST_HEADERS = new Set(['X-Request-Id', 'RateLimit-Remaining', 'RateLimit-Reset']);

const comparable = ({ statusCode, headers = {}, body, cookies }: ApiResponse) => ({
  statusCode,
  body,
  cookies,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_REQUEST_HEADERS.has(name))),
});

/**
 * The security tests that every endpoint for accounts and admins shares. A caller who is not signed in gets the same
 * 401 in every case. A cookie works only from our own pages. Another account's resource is treated as missing.
 */
export const securitySuite = ({
  contract,
  handler,
  request,
  missing,
  environment = 'sandbox',
}: SecuredEndpoint): void => {
  const role = contract.caller === 'admin' ? 'admin' : 'member';
  const stateChanging = contract.method !== 'GET';
  const signedIn = (): Promise<SignedInAccount> => signedInAccount({ role });

  const call = async (options: ApiEventOptions, credential: Partial<ApiEventOptions>): Promise<ApiResponse> => {
    const { method, route } = contract;
    const headers = { ...options.headers, ...credential.headers };
    const event = apiEvent({ path: route, ...options, method, route, ...credential, headers });
    return handler(event, lambdaContext(contract.name));
  };

  const row = contract.errorRows?.[401];
  const unauthenticatedBody = row ? errorBody(new ApiError('UNAUTHENTICATED'), row) : UNAUTHENTICATED_BODY;

  describe(`${contract.name}: security`, () => {
    test('a signed-in account passes every check that this suite makes fail', async () => {
      const account = await signedIn();
      const response = await call(await request(account), { headers: account.headers });
      expect(response.statusCode, response.body).toBeLessThan(300);
    });

    const refused = once(async () => {
      const account = await signedIn();
      return { account, options: await request(account) };
    });

    const expectTheOne401 = async (
      options: ApiEventOptions,
      headers: Record<string, string>,
      message: unknown = unauthenticatedBody['message'],
    ): Promise<void> => {
      const response = await call(options, { headers });
      expect(response.statusCode).toBe(401);
      expect(bodyOf(response)).toStrictEqual({ ...unauthenticatedBody, message });
      expect(response.headers?.['Cache-Control']).toBe('no-store');
      expect(response.cookies).toBeUndefined();
    };

    test.each(Object.entries(IMPOSTORS))('%s gets the one 401', async (_, headersOf) => {
      const { account, options } = await refused();
      await expectTheOne401(options, await headersOf(account));
    });

    test.each(Object.entries(MISTAKES))(
      '%s gets the one 401, which says what to send',
      async (_, [headersOf, says]) => {
        const { account, options } = await refused();
        await expectTheOne401(options, await headersOf(account), expect.stringMatching(says));
      },
    );

    test.each(Object.entries(FORMER))('%s gets the one 401', async (_, headersOf) => {
      const account = await signedIn();
      const options = await request(account);
      await expectTheOne401(options, await headersOf(account));
    });

    const crossSite = [
      ['without an Origin', {}],
      ['from another site', { origin: FOREIGN_ORIGIN, 'sec-fetch-site': 'cross-site' }],
      [
        'from another site that claims to be the same origin',
        { origin: FOREIGN_ORIGIN, 'sec-fetch-site': 'same-origin' },
      ],
      ['from a page without an origin of its own', { origin: 'null' }],
      ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
      [
        'from another site that sends its own name as the host',
        { origin: FOREIGN_ORIGIN, host: new URL(FOREIGN_ORIGIN).host, 'x-forwarded-proto': 'https' },
      ],
    ] as const;

    test.each(stateChanging ? crossSite : [])('a cookie %s is refused', async (_, headers) => {
      const { account, options } = await refused();
      const response = await call(options, { cookies: account.cookies, headers });
      expect(response.statusCode).toBe(403);
      if (contract.errorRows?.[403] === undefined)
        expect(bodyOf(response)).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    });

    test("a cookie from one of the stage's own web origins is accepted", async () => {
      const account = await signedIn();
      const [origin = ''] = env('WEB_ORIGINS').split(',');
      const response = await call(await request(account), { cookies: account.cookies, headers: { origin } });
      expect(response.statusCode, response.body).toBeLessThan(300);
    });

    const keyKind = contract.caller === 'account' ? 'accepted' : 'refused';

    test.each(keyKind === 'accepted' ? ['accepted'] : [])('a secret key is %s, but not as a cookie', async () => {
      const account = await signedIn();
      const { headers, secretKey } = await apiKeyFor(account, environment);
      const accepted = await call(await request(account), { headers });
      expect(accepted.statusCode, accepted.body).toBeLessThan(300);
      const origin = env('WEB_ORIGINS').split(',')[0] ?? '';
      const asCookie = await call(await request(account), { cookies: { token: secretKey }, headers: { origin } });
      expect(asCookie.statusCode).toBe(401);
    });

    test.each(keyKind === 'refused' ? ['refused'] : [])('a secret key is %s, once it is known to work', async () => {
      const account = await signedIn();
      const options = await request(account);
      const ended = await apiKeyFor(account, environment);
      const working = await apiKeyFor(account, environment);
      const known = await call(options, { headers: working.headers });
      expect(known.statusCode).toBe(403);
      expect(bodyOf(known)).toMatchObject({ code: 'API_KEY_NOT_ALLOWED' });
      expect((await call(options, { headers: ended.headers })).statusCode).toBe(401);
    });

    test.each(keyKind === 'accepted' && missing ? [missing] : [])(
      'a key gets the same 404 for a resource of the other environment as for a missing one',
      async (none) => {
        const account = await signedIn();
        const { headers } = await apiKeyFor(account, environment === 'sandbox' ? 'live' : 'sandbox');
        const options = await request(account);
        const others = await call(options, { headers });
        const nobodys = await call(await none(account), { headers });
        // A caller who names the other environment is told that the key does not reach it, whatever exists there.
        const named = Object(options.body).environment !== undefined;
        expect(others.statusCode).toBe(named ? 400 : 404);
        if (named) expect(bodyOf(others)).toMatchObject({ code: 'ENVIRONMENT_MISMATCH' });
        expect(comparable(others)).toStrictEqual(comparable(nobodys));
      },
    );

    test.each(role === 'admin' ? ['member'] : [])('the role %s does not do', async () => {
      const [account, member] = await Promise.all([signedIn(), signedInAccount({ role: 'member' })]);
      const response = await call(await request(account), { headers: member.headers });
      expect(response.statusCode).toBe(403);
      expect(bodyOf(response)).toMatchObject({ code: 'FORBIDDEN' });
    });

    test.each(missing ? [missing] : [])(
      'a resource of another account gets the same 404 as a missing one',
      async (none) => {
        const [owner, stranger] = await Promise.all([signedIn(), signedIn()]);
        const credentials = [stranger, ...(keyKind === 'accepted' ? [await apiKeyFor(stranger, environment)] : [])];
        for (const { headers } of credentials) {
          const others = await call(await request(owner), { headers });
          const nobodys = await call(await none(stranger), { headers });
          expect(others.statusCode).toBe(404);
          expect(comparable(others)).toStrictEqual(comparable(nobodys));
        }
      },
    );
  });
};
