import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PaymentsUnavailable } from '#shared/sources/payments';
import { countingFailures, paymentsOfStage, readPaystackConfigs } from '#shared/sources/payments-of-stage';
import { isCheckoutSimulated } from '#shared/sources/payments-simulated';
import { mockAws } from '#tests/support/mock-aws';

const secretsManager = mockAws(SecretsManagerClient);

/** Values are read once and kept, so each test has its own secret. */
let secretCount = 0;

const givenSecret = (current: string | undefined, previous?: string): void => {
  const name = `payments-of-stage-test-${secretCount++}`;
  vi.stubEnv('PAYSTACK_SECRET_NAME', name);
  const missing = new ResourceNotFoundException({ message: 'There is none', $metadata: {} });
  for (const [stage, value] of [
    ['AWSCURRENT', current],
    ['AWSPREVIOUS', previous],
  ] as const) {
    const read = secretsManager.on(GetSecretValueCommand, { SecretId: name, VersionStage: stage });
    if (value === undefined) read.rejects(missing);
    else read.resolves({ VersionId: `${name}-${stage}`, SecretString: value });
  }
};

const CURRENT = { secretKey: 'sk_live_0123456789abcdef' };
const PREVIOUS = { secretKey: 'sk_live_fedcba9876543210', baseUrl: 'https://paystack.example' };

beforeEach(() => {
  for (const name of ['SIMULATED_CHECKOUT', 'PAYSTACK_SECRET_NAME', 'API_URL', 'STAGE']) vi.stubEnv(name, '');
});

afterEach(() => {
  vi.unstubAllEnvs();
  secretsManager.reset();
});

describe('The access of a stage to Paystack', () => {
  test('is in its secret, before and after a change of the key', async () => {
    givenSecret(JSON.stringify(CURRENT), JSON.stringify(PREVIOUS));
    expect(await readPaystackConfigs()).toStrictEqual([{ ...CURRENT, baseUrl: 'https://api.paystack.co' }, PREVIOUS]);
  });

  test.each([
    ['timed_out', 1],
    ['misconfigured', 1],
    ['payer_unknown', 0],
    ['not_configured', 0],
  ])('that fails as %s is counted %i times, and fails as before', async (reason, times) => {
    const counted: string[] = [];
    const fail = () => Promise.reject(new PaymentsUnavailable(reason));
    const payments = countingFailures(
      { provider: 'paystack', open: fail, charge: fail, lookUp: fail },
      (name) => void counted.push(name),
    );
    await expect(payments.lookUp('top_1')).rejects.toMatchObject({ name: 'PaymentsUnavailable', reason });
    expect(counted).toEqual(Array(times).fill('PaymentsUnavailable'));
  });

  test('whose errors are our own is not blamed for them', async () => {
    const counted: string[] = [];
    const fail = () => Promise.reject(new TypeError('A defect'));
    const payments = countingFailures(
      { provider: 'paystack', open: fail, charge: fail, lookUp: fail },
      (name) => void counted.push(name),
    );
    await expect(payments.lookUp('top_1')).rejects.toThrow('A defect');
    expect(counted).toEqual([]);
  });

  test('does not exist on a stage that names no secret', async () => {
    expect(await readPaystackConfigs()).toStrictEqual([]);
    const request = { reference: 'top_1', amountKobo: 10_000, email: 'a@b.example' } as const;
    const opening = paymentsOfStage('live').open({
      ...request,
      owner: { accountId: 'usr_1', environment: 'live' },
    });
    await expect(opening).rejects.toMatchObject({ name: 'PaymentsUnavailable', reason: 'not_configured' });
  });

  test.each([
    ['a bare key', 'sk_live_0123456789abcdef0123456789abcdef'],
    ['a key with another name', JSON.stringify({ apiKey: 'sk_live_0123456789abcdef' })],
    ['an empty key', JSON.stringify({ secretKey: '', comment: 'filled in by hand later' })],
    ['an unencrypted address', JSON.stringify({ ...CURRENT, baseUrl: 'http://paystack.example' })],
  ])('is unknown from %s, and the failure does not quote it', async (_, value) => {
    givenSecret(value);
    const reading = readPaystackConfigs();
    await expect(reading).rejects.toMatchObject({ name: 'PaymentsUnavailable', reason: 'misconfigured' });
    await expect(reading).rejects.not.toThrow(/sk_live/);
  });

  test('is unknown while the secret cannot be read', async () => {
    givenSecret(undefined);
    await expect(readPaystackConfigs()).rejects.toThrow(PaymentsUnavailable);
  });
});

describe('The payments of a stage', () => {
  test.each(['local', 'dev', 'staging', 'prod'])(
    'are simulated in the sandbox of %s, at an address below its own',
    async (stage) => {
      vi.stubEnv('STAGE', stage);
      vi.stubEnv('API_URL', 'https://api.test/base');
      givenSecret(JSON.stringify(CURRENT));
      const payments = paymentsOfStage('sandbox');
      const owner = { accountId: 'usr_1', environment: 'sandbox' } as const;
      expect(payments.provider).toBe('simulated');
      expect(await payments.open({ reference: 'top_1', amountKobo: 10_000, email: undefined, owner })).toBe(
        'https://api.test/base/v1/wallet/checkout/top_1',
      );
      expect(await payments.lookUp('top_1')).toBeUndefined();
    },
  );

  test.each(['local', 'dev', 'dev-ada'])('are simulated in live on %s, where it says so', (stage) => {
    vi.stubEnv('STAGE', stage);
    expect(paymentsOfStage('live').provider).toBe('paystack');
    vi.stubEnv('SIMULATED_CHECKOUT', 'true');
    expect(paymentsOfStage('live').provider).toBe('simulated');
  });

  test.each(['', 'false', '1', 'TRUE'])('are real in live with the setting %j', (value) => {
    vi.stubEnv('STAGE', 'local');
    vi.stubEnv('SIMULATED_CHECKOUT', value);
    expect(paymentsOfStage('live').provider).toBe('paystack');
  });

  test.each(['staging', 'prod', 'prod-dev-ada', 'developed', ''])(
    'are never simulated in live on %j, whatever it says',
    (stage) => {
      vi.stubEnv('SIMULATED_CHECKOUT', 'true');
      vi.stubEnv('STAGE', stage);
      expect(isCheckoutSimulated('live')).toBe(false);
      expect(paymentsOfStage('live').provider).toBe('paystack');
    },
  );
});
