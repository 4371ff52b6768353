import * as v from 'valibot';
import { apiUrl } from '#shared/platform/api-url';
import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import type { Environment } from '#shared/platform/environments';
import { type Metrics, makeMetrics } from '#shared/platform/metrics';
import type { SecretVersion } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';
import { readSecret, SecretUnavailable } from '#shared/platform/secrets';
import { type Payments, PaymentsUnavailable } from './payments.ts';
import { type PaystackConfig, paystackConfigSchema, paystackPayments } from './payments-paystack.ts';
import { isCheckoutSimulated, simulatedPayments } from './payments-simulated.ts';

const configOf = ({ value }: SecretVersion): PaystackConfig => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), paystackConfigSchema), value);
  if (!parsed.success) throw new PaymentsUnavailable('misconfigured');
  return parsed.output;
};

/**
 * Reads this stage's access to Paystack: the current one and, after a change of the secret, the previous one. Empty if
 * the stage takes no real money.
 *
 * @throws PaymentsUnavailable when the secret cannot be read or is not `{"secretKey": "sk_…"}`.
 */
export const readPaystackConfigs = async (): Promise<readonly PaystackConfig[]> => {
  const name = optionalEnv('PAYSTACK_SECRET_NAME');
  if (name === undefined) return [];
  try {
    return versionsOf(await readSecret(name)).map(configOf);
  } catch (error) {
    if (error instanceof SecretUnavailable) throw new PaymentsUnavailable('secret_unavailable');
    throw error;
  }
};

const readCurrentConfig = async (): Promise<PaystackConfig> => {
  const [current] = await readPaystackConfigs();
  if (!current) throw new PaymentsUnavailable('not_configured');
  return current;
};

/** Reasons that are not the provider's, or are known to the operator of the stage. */
const EXPECTED_REASONS: readonly string[] = ['payer_unknown', 'not_configured'];

/** Counts the calls that a payment provider did not answer usably. */
export const countingFailures = (payments: Payments, metrics: Metrics): Payments => {
  const counting =
    <Request, Result>(call: (request: Request) => Promise<Result>) =>
    (request: Request): Promise<Result> =>
      call(request).catch((error: unknown) => {
        const isFailure = error instanceof PaymentsUnavailable && !EXPECTED_REASONS.includes(error.reason);
        if (isFailure) metrics('PaymentsUnavailable', 1);
        throw error;
      });
  const { provider, open, charge, lookUp } = payments;
  return { provider, open: counting(open), charge: counting(charge), lookUp: counting(lookUp) };
};

/**
 * The payments of an environment. They are simulated in the sandbox of every stage, and in `live` if that is
 * configured. Otherwise they are made by Paystack, which fails without a key.
 */
export const paymentsOfStage = (environment: Environment): Payments =>
  isCheckoutSimulated(environment)
    ? simulatedPayments(apiUrl)
    : countingFailures(paystackPayments(readCurrentConfig), makeMetrics());

/** The effect of the capability `payments`, for taking payments. */
export const payments = effect('payments', paymentsOfStage);

/** The effect of the capability `payments`, for Paystack's callbacks. */
export const paystackConfigs = effect('payments', readPaystackConfigs);
