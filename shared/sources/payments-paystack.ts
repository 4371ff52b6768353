import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { isId } from '#shared/platform/ids';
import { wholeNumber } from '#shared/platform/whole-number';
import { baseUrlSchema } from './config.ts';
import { getJson, HttpFailure, postJson, urlBelow } from './http-client.ts';
import {
  type CheckoutRequest,
  type Payment,
  type PaymentAuthorization,
  type PaymentCard,
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

/** The time limit of one call, while a payer is waiting. */
const TIMEOUT_SECONDS = 8;

const initializedSchema = v.object({
  status: v.literal(true),
  data: v.object({ authorization_url: v.pipe(v.string(), v.url()) }),
});

const transactionSchema = v.object({
  reference: v.string(),
  status: v.string(),
  amount: wholeNumber,
  currency: v.string(),
  metadata: v.optional(v.unknown()),
  authorization: v.optional(v.unknown()),
  customer: v.optional(v.unknown()),
});

const reusableSchema = v.object({
  authorization: v.object({ reusable: v.literal(true), authorization_code: v.pipe(v.string(), v.minLength(1)) }),
  customer: v.object({ email: v.pipe(v.string(), v.minLength(1)) }),
});

/** Parses a text with a whole number within bounds, as Paystack sends months and years; anything else is null. */
const numberBetween = (least: number, most: number) =>
  v.fallback(
    v.nullable(
      v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(least), v.maxValue(most)),
    ),
    null,
  );

/** The card of an authorization. It is only displayed, so invalid fields are left out. */
const cardSchema = v.object({
  brand: v.fallback(v.nullable(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(/^[a-z][a-z -]{1,29}$/))), null),
  last4: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^\d{4}$/))), null),
  exp_month: numberBetween(1, 12),
  exp_year: numberBetween(2000, 2099),
});

/** A charge that its payer would have to confirm, although no payer is present. */
const pausedSchema = v.object({ reference: v.string(), paused: v.literal(true) });

const verifiedSchema = v.object({ status: v.literal(true), data: transactionSchema });

const chargedSchema = v.object({ status: v.literal(true), data: v.union([transactionSchema, pausedSchema]) });

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

/** Paystack's eight statuses. Those not listed are pending, even an abandoned checkout: its payer may come back. */
const STATUSES: ReadonlyMap<string, PaymentStatus> = new Map([
  ['success', 'success'],
  ['failed', 'failed'],
  ['reversed', 'failed'],
]);

/** Metadata comes back as it was sent, as text, or parsed. */
const ownerOf = (metadata: unknown): PaymentOwner | undefined => {
  const schema = typeof metadata === 'string' ? v.pipe(v.string(), v.parseJson(), ownerSchema) : ownerSchema;
  const parsed = v.safeParse(schema, metadata);
  return parsed.success ? parsed.output : undefined;
};

/** The card of an authorization, as its payer recognises it. */
const cardOf = (authorization: unknown): PaymentCard => {
  const { brand, last4, exp_month, exp_year } = v.parse(cardSchema, {
    brand: null,
    last4: null,
    exp_month: null,
    exp_year: null,
    ...(typeof authorization === 'object' && authorization),
  });
  return { brand, lastFour: last4, expiryMonth: exp_month, expiryYear: exp_year };
};

/** The authorization to charge a card again, if Paystack allows that. */
const authorizationOf = (transaction: unknown): PaymentAuthorization | undefined => {
  const { success, output } = v.safeParse(reusableSchema, transaction);
  return success ? { code: output.authorization.authorization_code, email: output.customer.email } : undefined;
};

const paymentOf = (transaction: v.InferOutput<typeof transactionSchema>): Payment => {
  const { reference, status, amount, currency, metadata } = transaction;
  const owner = ownerOf(metadata);
  const authorization = authorizationOf(transaction);
  return {
    reference: fromPaystack(reference),
    status: STATUSES.get(status) ?? 'pending',
    amountKobo: amount,
    currency,
    ...(owner && { owner }),
    ...(authorization && { authorization, card: cardOf(transaction.authorization) }),
  };
};

/**
 * The payment that a callback reports; undefined for the many other callbacks of Paystack. The caller must check the
 * signature first.
 */
export const paymentOfCallback = (body: unknown): Payment | undefined => {
  const event = v.safeParse(chargeSuccessSchema, body);
  return event.success ? paymentOf(event.output.data) : undefined;
};

/**
 * Whether a callback comes from Paystack: `x-paystack-signature` is the HMAC-SHA512 of the raw body under the secret
 * key, in hex (Paystack, "Webhooks: Signature validation").
 *
 * @param secretKeys every key that may be in use, including the previous one for a while after a change.
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
 * Paystack understood the request and refused it, for example for a reference that it already has, or does not have.
 */
const isRefused = (error: unknown): boolean => error instanceof HttpFailure && [400, 404].includes(error.status ?? 0);

/**
 * Payments by Paystack (paystack.com/docs/api/transaction: initialize, verify, charge authorization). Calls are not
 * retried: a checkout opened twice would be refused for its reference, and callers repeat lookups anyway.
 *
 * @param readConfig called for each use, so that a changed key takes effect.
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

  const lookUp = async (reference: string): Promise<Payment | undefined> => {
    const found = await getJson(await request(`transaction/verify/${toPaystack(reference)}`)).catch((error) =>
      isRefused(error) ? undefined : unavailable(error),
    );
    return found === undefined ? undefined : paymentOf(parseResponse(verifiedSchema, found).data);
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
    charge: async ({ reference, amountKobo, owner, authorization }) => {
      const unpaid = { reference, amountKobo, currency: 'NGN', owner };
      if (authorization === undefined) return { ...unpaid, status: 'failed' };
      const body = {
        authorization_code: authorization.code,
        email: authorization.email,
        amount: amountKobo,
        currency: 'NGN',
        reference: toPaystack(reference),
        metadata: JSON.stringify(owner),
      };
      const response = await postJson({ ...(await request('transaction/charge_authorization')), body }).catch(
        (error) => (isRefused(error) ? undefined : unavailable(error)),
      );
      // Refused: the card was charged under this reference before, or will not be charged.
      if (response === undefined) return (await lookUp(reference)) ?? { ...unpaid, status: 'failed' };
      const { data } = parseResponse(chargedSchema, response);
      return 'paused' in data ? { ...unpaid, status: 'pending' } : paymentOf(data);
    },
    lookUp,
  };
};
