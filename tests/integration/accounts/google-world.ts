import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { handler } from '#functions/api/accounts/sign-in-with-google';
import { signInWithGoogle } from '#functions/api/accounts/sign-in-with-google.contract';
import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import { serviceTable } from '#shared/db/client';
import type { OrderCode } from '#shared/mails/queue/mail-queue';
import { makeGoogleVerifier } from '#shared/sources/google';
import { testKit } from '#tests/integration/kit/test-kit';
import { TEST_SIGNING_SECRET } from '#tests/support/accounts';
import { type LocalIssuer, startIssuer } from '#tests/support/local-issuer';
import { call, makeWorld, type ReadResponse } from './world.ts';

/** An issuer that takes Google's place for the functions of a test file. Each test finds it in its initial state. */
export const useIssuer = (): { readonly issuer: () => LocalIssuer } => {
  let issuer: LocalIssuer | undefined;
  beforeAll(async () => {
    issuer = await startIssuer();
    for (const [name, value] of Object.entries(issuer.environment)) vi.stubEnv(name, value);
  });
  afterEach(() => issuer?.restore());
  afterAll(async () => {
    vi.unstubAllEnvs();
    await issuer?.[Symbol.asyncDispose]();
  });
  return {
    issuer: () => {
      if (!issuer) throw new Error('The issuer has not started');
      return issuer;
    },
  };
};

/**
 * A container that serves sign-ins with Google, with its own clock, before it has fetched any keys.
 *
 * @param options `timeoutSeconds` of the fetch, more than the busiest machine needs unless a test waits for no
 * response; `world` has the mails that the container causes.
 */
export const googleContainer = ({ timeoutSeconds = 60, table = serviceTable(), world = makeWorld(table) } = {}) => {
  const kit = testKit({ table: () => table });
  const time = { nowMs: Date.now() };
  const google = makeGoogleVerifier(() => time.nowMs, timeoutSeconds);
  const orders = { areBroken: false };
  const codes: OrderCode = async (order) => {
    if (orders.areBroken) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    world.queued.push({ kind: 'code', ...order });
  };
  const pepper = async () => world.secrets.pepper;
  const serving = handler.with({ google, signing: async () => TEST_SIGNING_SECRET, pepper, codes }, kit);
  return {
    /** Signs in, and handles the mails that this caused. */
    signIn: async (idToken: unknown, code?: string): Promise<ReadResponse> => {
      const response = await call(serving, signInWithGoogle, {
        body: { idToken, ...(code !== undefined && { code }) },
      });
      await world.deliverMails();
      return response;
    },
    /** From now on. */
    breakOrders: (areBroken: boolean): void => {
      orders.areBroken = areBroken;
    },
    /** Moves the clock of its keys. */
    pass: (seconds: number): void => {
      time.nowMs += seconds * 1000;
    },
    /** Its log lines with this code. */
    logged: (code: string) => kit.lines.filter((line) => Object.values(line).includes(code)),
    lines: kit.lines,
  };
};

/** The sign-in record of an address. */
export const recordOf = (email: string) => readSignIn(serviceTable(), emailKey(email));
