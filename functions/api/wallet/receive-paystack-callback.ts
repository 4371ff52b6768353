import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { vault } from '#shared/platform/vault';
import { type Payment, PaymentsUnavailable } from '#shared/sources/payments';
import { paystackConfigs } from '#shared/sources/payments-of-stage';
import { isSignedByPaystack, paymentOfCallback } from '#shared/sources/payments-paystack';
import { settleByPayment } from '#shared/wallet/settle-top-up';
import { type FoundTopUp, findTopUp } from '#shared/wallet/top-up';
import { receivePaystackCallback } from './receive-paystack-callback.contract.ts';

interface Loaded {
  /** The payment that the callback reports, if any. */
  readonly payment?: Payment;
  /** The top-up that it pays, if there is one. */
  readonly found?: FoundTopUp;
}

/** Paystack repeats a call that is not acknowledged. */
const throwForRetry = (error: unknown): never => {
  throw error instanceof PaymentsUnavailable ? new ApiError('SOURCE_UNAVAILABLE') : error;
};

/**
 * POST /v1/callbacks/paystack: receives the report of a payment. Nothing is parsed or read before the signature is
 * verified with one of the stage's keys. A call that is acknowledged is not repeated.
 */
export const handler = serve(receivePaystackCallback, {
  effects: [paystackConfigs, vault],
  prove: async ({ rawBody, headers }, { payments: readConfigs }) => {
    const configs = await readConfigs().catch(throwForRetry);
    const secretKeys = configs.map(({ secretKey }) => secretKey);
    if (!isSignedByPaystack(rawBody, headers['x-paystack-signature'], secretKeys)) {
      throw new ApiError('INVALID_CALLBACK_SIGNATURE', { failedCredential: 'bad_signature' });
    }
  },
  load: async ({ body }, { table }): Promise<Loaded> => {
    const payment = paymentOfCallback(body);
    if (!payment) return {};
    const found = await findTopUp(table, payment.reference, payment.owner ? [payment.owner] : 'anyone');
    return found?.topUp.provider === 'paystack' ? { payment, found } : { payment };
  },
  answer: async ({ loaded: { payment, found }, meta }, { table, log, metrics, vault }) => {
    if (payment && found) await settleByPayment(found, payment, { table, vault, log, metrics }, meta.nowMs);
    else log.info('CALLBACK_IGNORED', payment && { reference: payment.reference });
    return { success: true };
  },
});
