import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import type { Payments } from './payments.ts';

/**
 * Payments on a page of our own that takes no money, for stages without a payment provider. What is paid there is
 * written by the page itself, so there is nothing to look up.
 *
 * @param apiBaseUrl where the API is, without `/v1`.
 */
export const simulatedPayments = (apiBaseUrl: string): Payments => ({
  provider: 'simulated',
  open: async ({ reference }) => `${apiBaseUrl}/v1/wallet/checkout/${reference}`,
  lookUp: async () => undefined,
});

/** Whether this stage tops up wallets on a page that takes no money. Never in prod, whatever its settings say. */
export const isCheckoutSimulated = (): boolean =>
  optionalEnv('SIMULATED_CHECKOUT') === 'true' && optionalEnv('STAGE') !== 'prod';

/** The effect of the capability `payments`, for the checkout that takes no money. */
export const simulatedCheckout = effect('payments', isCheckoutSimulated);
