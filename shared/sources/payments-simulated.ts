import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import type { Environment } from '#shared/platform/environments';
import { maySimulate } from '#shared/platform/simulating-stage';
import type { Payments } from './payments.ts';

/**
 * Payments on a simulated page of our own: test money in the sandbox, and on stages for developers. The page itself
 * records its payments, so there is nothing to look up.
 *
 * A charge without a payer succeeds at once.
 *
 * @param apiBaseUrl the API's address, without `/v1`; called when a checkout is opened.
 */
export const simulatedPayments = (apiBaseUrl: () => string): Payments => ({
  provider: 'simulated',
  open: async ({ reference }) => `${apiBaseUrl()}/v1/wallet/checkout/${reference}`,
  charge: async ({ reference, amountKobo, owner }) => ({
    reference,
    status: 'success',
    amountKobo,
    currency: 'NGN',
    owner,
  }),
  lookUp: async () => undefined,
});

/** Whether wallets of an environment are topped up on this stage's simulated page; always in the sandbox. */
export const isCheckoutSimulated = (environment: Environment): boolean =>
  environment === 'sandbox' || (optionalEnv('SIMULATED_CHECKOUT') === 'true' && maySimulate());

/** The effect of the capability `simulatedCheckout`. */
export const simulatedCheckout = effect('simulatedCheckout', isCheckoutSimulated);
