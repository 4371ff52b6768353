import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { isId } from '#shared/platform/ids';
import { baseUrlSchema } from './config.ts';
import { getJson, HttpFailure, postJson, urlBelow } from './http-client.ts';
import {
  type CheckoutRequest,
  type Payment,
  type PaymentOwner,
  type PaymentStatus,
  type Payments,
  PaymentsUnavailable,
} from './payments.ts';

/** The secret of a stage that takes real money: JSON with the integration's secret key. */
export const paystackConfigSchema = v.object({
  /** `sk_live_…` or `sk_test_…`: authorises our calls, and signs Paystack's. */
  secretKey: v.pipe(v.string(), v.minLength(1)),
  baseUrl: v.optional(baseUrlSchema, 'https://api.paystack.co'),
});

/** The access to Paystack. */
export type PaystackConfig = v.InferOutput<typeof paystackConfigSchema>;

/** For one call: a payer is waiting. */
const TIMEOUT_SECONDS = 8;

const initializedSchema = v.object({
  status: v.literal(true),
  data: v.object({ authorization_url: v.pipe(v.string(), v.url()) }),
});

const transactionSchema = v.object({
  reference: v.string(),
  status: v.string(),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  metadata: v.optional(v.unknown()),
});

const verifiedSchema = v.object({ status: v.literal(true), data: transactionSchema });

const chargeSuccessSchema = v.object({ event: v.literal('charge.success'), data: transactionSchema });

const ownerSchema = v.object({
  accountId: v.pipe(
    v.string(),
    v.check((text) => isId('usr', text)),
  ),
  environment: v.picklist(['sandbox', 'live']),
});

/** Paystack accepts letters, digits, `-`, `.` and `=` in a reference; ours have one underscore, after the prefix. */
const toPaystack = (reference: string): string => reference.replace('_', '-');
const fromPaystack = (reference: string): string => reference.replace('-', '_');

/** Paystack's eight statuses; those not listed are pending, an abandoned checkout too: its payer may come back. */
const STATUSES: ReadonlyMap<string, PaymentStatus> = new Map([
  ['success', 'success'],
  ['failed', 'failed'],
  ['reversed', 'failed'],
]);

/** Metadata is returned as it was sent, as text, or parsed. */
const ownerOf = (metadata: unknown): PaymentOwner | undefined => {
  const schema = typeof metadata === 'string' ? v.pipe(v.string(), v.parseJson(), ownerSchema) : ownerSchema;
  const parsed = v.safeParse(schema, metadata);
  return parsed.success ? parsed.output : undefined;
};

const paymentOf = (transaction: v.InferOutput<typeof transactionSchema>): Payment => {
  const { reference, status, amount, currency, metadata } = transaction;
  const owner = ownerOf(metadata);
  return {
    reference: fromPaystack(reference),
    status: STATUSES.get(status) ?? 'pending',
    amountKobo: amount,
    currency,
    ...(owner && { owner }),
  };
};

/**
 * The payment that a callback reports, or undefined for the many other things that Paystack calls about. The caller
 * checks the signature first.
 */
export const paymentOfCallback = (body: unknown): Payment | undefined => {
  const event = v.safeParse(chargeSuccessSchema, body);
  return event.success ? paymentOf(event.output.data) : undefined;
};

/**
 * Whether a callback comes from Paystack: `x-paystack-signature` is the HMAC-SHA512 of the raw body under the secret
 * key, in hex (Paystack, "Webhooks: Signature validation").
 *
 * @param secretKeys every key that may be in use, the previous one for a while after a change.
 */
export const isSignedByPaystack = (
  rawBody: string | Uint8Array,
  signature: string | undefined,
  secretKeys: readonly string[],
): boolean => {
  const given = Buffer.from(signature ?? '', 'hex');
  return secretKeys.some((secretKey) => {
    const expected = createHmac('sha512', secretKey).update(rawBody).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};

const unavailable = (error: unknown): never => {
  if (error instanceof HttpFailure) throw new PaymentsUnavailable(error.reason);
  throw error;
};

const parseResponse = <S extends v.GenericSchema>(schema: S, response: unknown): v.InferOutput<S> => {
  const parsed = v.safeParse(schema, response);
  if (!parsed.success) throw new PaymentsUnavailable('unusable_answer');
  return parsed.output;
};

/**
 * Payments by Paystack (paystack.com/docs/api/transaction: initialize, verify). Calls are not repeated: a checkout
 * opened twice would be refused for its reference, and lookups are repeated by their callers anyway.
 *
 * @param readConfig called by each use, so that a changed key takes effect.
 */
export const paystackPayments = (readConfig: () => Promise<PaystackConfig>): Payments => {
  const request = async (path: string) => {
    const { baseUrl, secretKey } = await readConfig();
    return {
      url: urlBelow(baseUrl, path),
      headers: { authorization: `Bearer ${secretKey}` },
      timeoutSeconds: TIMEOUT_SECONDS,
      signal: new AbortController().signal,
    };
  };

  return {
    provider: 'paystack',
    open: async ({ reference, amountKobo, email, owner }: CheckoutRequest) => {
      if (email === undefined) throw new PaymentsUnavailable('payer_unknown');
      const body = {
        email,
        amount: amountKobo,
        currency: 'NGN',
        reference: toPaystack(reference),
        metadata: JSON.stringify(owner),
      };
      const response = await postJson({ ...(await request('transaction/initialize')), body }).catch(unavailable);
      return parseResponse(initializedSchema, response).data.authorization_url;
    },
    lookUp: async (reference) => {
      const response = await getJson(await request(`transaction/verify/${toPaystack(reference)}`)).catch(unavailable);
      return paymentOf(parseResponse(verifiedSchema, response).data);
    },
  };
};
