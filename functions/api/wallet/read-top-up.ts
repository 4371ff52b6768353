import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import type { Logger } from '#shared/platform/logger';
import { vault } from '#shared/platform/vault';
import { type Payment, type Payments, PaymentsUnavailable } from '#shared/sources/payments';
import { payments } from '#shared/sources/payments-of-stage';
import { settleByPayment } from '#shared/wallet/settle-top-up';
import { findTopUp, isOutcomeNew, type TopUp } from '#shared/wallet/top-up';
import { topUpView } from '#shared/wallet/views';
import { readTopUp } from './read-top-up.contract.ts';

/** The provider's report of a payment that may still arrive, even if it was reported as failed. */
const lookUp = async (topUp: TopUp, payments: Payments, log: Logger): Promise<Payment | undefined> => {
  if (!isOutcomeNew(topUp, 'success') || topUp.provider !== payments.provider) return undefined;
  try {
    return await payments.lookUp(topUp.reference);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    // The known state is returned anyway; the provider's callback will report the rest.
    log.warn('PAYMENTS_UNAVAILABLE', { reason: error.reason });
    return undefined;
  }
};

/** GET /v1/wallet/top-up/{reference} */
export const handler = serve(readTopUp, {
  effects: [payments, vault],
  load: ({ path, caller }, { table }) => {
    const { accountId, environments } = caller;
    const ownWallets = environments.map((environment) => ({ accountId, environment }));
    return findTopUp(table, path.reference, ownWallets);
  },
  answer: async ({ loaded: found, meta }, { table, log, metrics, vault, payments: paymentsOf }) => {
    if (!found) throw new ApiError('TOP_UP_NOT_FOUND');
    const payment = await lookUp(found.topUp, paymentsOf(found.topUp.environment), log);
    const topUp = payment
      ? await settleByPayment(found, payment, { table, vault, log, metrics }, meta.nowMs)
      : found.topUp;
    return { success: true, data: topUpView(topUp) };
  },
});
