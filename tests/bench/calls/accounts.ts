import { randomUUID } from 'node:crypto';
import type { BenchCloud } from '#tests/bench/cloud/cloud';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { mustInvoke } from './invoke.ts';
import { type MainCase, requestTo } from './main-case.ts';

const PASSWORD = 'four plain words here';

const newEmail = (): string => `ada.${randomUUID()}@example.com`;

const signUp = async (email: string): Promise<void> => {
  await mustInvoke('sign-up', requestTo('sign-up', { body: { email, password: PASSWORD } }));
};

const lastCode = ({ mails }: BenchCloud): string => /\b\d{6}\b/.exec(mails.at(-1) ?? '')?.[0] ?? '';

const verifiedEmail = async (cloud: BenchCloud): Promise<string> => {
  const email = newEmail();
  await signUp(email);
  await mustInvoke('verify-email', requestTo('verify-email', { body: { email, code: lastCode(cloud) } }));
  return email;
};

/** The cookies of an account that has signed up, verified its address and logged in. */
const loggedIn = async (cloud: BenchCloud): Promise<Readonly<Record<string, string>>> => {
  const body = { email: await verifiedEmail(cloud), password: PASSWORD };
  const { cookies = [] } = await mustInvoke('log-in', requestTo('log-in', { body }));
  return Object.fromEntries(cookies.map((line) => (line.split(';')[0] ?? '').split('=') as [string, string]));
};

/** The Bearer header of {@link loggedIn}. */
const bearer = async (cloud: BenchCloud): Promise<{ readonly authorization: string }> => ({
  authorization: `Bearer ${(await loggedIn(cloud))['token']}`,
});

/** The main case of every endpoint of accounts. */
export const accountCases: Readonly<Record<string, MainCase>> = {
  'sign-up': async () => requestTo('sign-up', { body: { email: newEmail(), password: PASSWORD } }),
  'verify-email': async (cloud) => {
    const email = newEmail();
    await signUp(email);
    return requestTo('verify-email', { body: { email, code: lastCode(cloud) } });
  },
  // Within a minute of the sign-up: nothing is mailed, which is the most common case.
  'resend-verification': async () => {
    const email = newEmail();
    await signUp(email);
    return requestTo('resend-verification', { body: { email } });
  },
  'subscribe-to-news': async () => requestTo('subscribe-to-news', { body: { email: newEmail() } }),
  'book-demo': async () => requestTo('book-demo', { body: { name: 'Ada Obi', email: newEmail() } }),
  'log-in': async (cloud) => requestTo('log-in', { body: { email: await verifiedEmail(cloud), password: PASSWORD } }),
  'refresh-tokens': async (cloud) =>
    requestTo('refresh-tokens', { body: { refreshToken: (await loggedIn(cloud))['refreshToken'] } }),
  'log-out': async (cloud) => requestTo('log-out', { headers: await bearer(cloud) }),
  'read-me': async (cloud) => requestTo('read-me', { headers: await bearer(cloud) }),
  'list-api-keys': async () => {
    const account = await signedInAccount();
    await apiKeyFor(account, 'sandbox');
    await apiKeyFor(account, 'live');
    return requestTo('list-api-keys', { headers: account.headers });
  },
  // Instead of a pair that continues to work for a day.
  'rotate-api-keys': async () => {
    const account = await signedInAccount();
    await apiKeyFor(account, 'sandbox');
    const body = { environment: 'sandbox', expiresInHours: 24 };
    return requestTo('rotate-api-keys', { headers: account.headers, body });
  },
};
