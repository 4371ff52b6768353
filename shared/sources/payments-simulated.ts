import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import type { Payments } from './payments.ts';

/**
 * Payments on a simulated page of our own, for stages without a payment provider. The page itself records what is paid
 * there, so there is nothing to look up.
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

/** Whether this stage tops up wallets on the simulated page. Never in prod, whatever its settings are. */
export const isCheckoutSimulated = (): boolean =>
  optionalEnv('SIMULATED_CHECKOUT') === 'true' && optionalEnv('STAGE') !== 'prod';

/** The effect of the capability `payments`, for the simulated checkout. */
export const simulatedCheckout = effect('payments', isCheckoutSimulated);
