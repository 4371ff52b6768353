import { readEmailOf } from '#shared/auth/accounts/account';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { Logger } from '#shared/platform/logger';
import { environmentOf } from '#shared/platform/scope';
import { type CheckoutRequest, type Payments, PaymentsUnavailable } from '#shared/sources/payments';
import { payments } from '#shared/sources/payments-of-stage';
import { beginTopUp } from '#shared/wallet/top-up';
import { SESSION_WALLET } from './contract-parts.ts';
import { startTopUp } from './start-top-up.contract.ts';

const openCheckout = async (payments: Payments, request: CheckoutRequest, log: Logger): Promise<string> => {
  try {
    return await payments.open(request);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn('PAYMENTS_UNAVAILABLE', { reason: error.reason });
    throw new ApiError('SOURCE_UNAVAILABLE');
  }
};

/** POST /v1/wallet/top-up. The checkout is opened first: one that is never shown costs nothing and takes no money. */
export const handler = serve(startTopUp, {
  effects: [payments],
  load: ({ caller }, { table }) => readEmailOf(table, caller),
  answer: async ({ caller, query, body, loaded: email, meta }, { claim, commit, log, payments: paymentsOf }) => {
    const { amountKobo, saveCard } = body;
    const reference = newId('top', meta.nowMs);
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    const owner = { accountId: caller.accountId, environment };
    const payments = paymentsOf(environment);
    await claim();
    const authorizationUrl = await openCheckout(payments, { reference, amountKobo, email, owner }, log);

    const { provider } = payments;
    const createdAt = isoTime(meta.nowMs);
    const response = { success: true, data: { reference, authorizationUrl, status: 'pending' } } as const;
    // The reference was just generated, so only this same write can have refused: its response was lost, and the
    // table's client retried it.
    const agreed = saveCard === undefined ? {} : { saveCard };
    const topUp = { reference, ...owner, amountKobo, provider, authorizationUrl, createdAt, ...agreed };
    await commit([beginTopUp(topUp)], response);
    return response;
  },
});
