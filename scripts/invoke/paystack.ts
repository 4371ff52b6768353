import { EXAMPLE_TOP_UP_KOBO } from '#functions/api/example-values';
import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { beginTopUp } from '#shared/wallet/top-up';
import { withSecret } from './secret.ts';

/** Signs the sample of Paystack's callback. It authorises nothing. */
export const PAYSTACK_TEST_KEY = 'sk_test_of_the_local_cloud';

const SECRET_NAME = 'kyb-service/local/paystack';

/**
 * Starts a live top-up as if Paystack had been called, which the stage local never does. Reads this process's
 * environment.
 *
 * @returns its reference in Paystack's spelling.
 */
export const topUpAtPaystack = async (accountId: string): Promise<string> => {
  const nowMs = Date.now();
  const reference = newId('top', nowMs);
  const topUp = { reference, accountId, environment: 'live', amountKobo: EXAMPLE_TOP_UP_KOBO } as const;
  const authorizationUrl = 'https://checkout.paystack.example/pay';
  const createdAt = isoTime(nowMs);
  await serviceTable().write(beginTopUp({ ...topUp, authorizationUrl, provider: 'paystack', createdAt }));
  return reference.replace('_', '-');
};

/**
 * Makes a function in this process accept Paystack's callbacks, because the stage local has no key.
 *
 * @returns the environment that names the key.
 */
export const withPaystackKey = async (): Promise<Record<string, string>> => ({
  PAYSTACK_SECRET_NAME: await withSecret(SECRET_NAME, { secretKey: PAYSTACK_TEST_KEY }),
});
