import type { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { env } from '#shared/platform/env';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { makeSecretReader, type ReadSecret } from '#shared/platform/secrets';
import { TEST_SIGNING_SECRET } from '#tests/support/accounts';
import type { ExampleSecrets } from '#tests/support/example-world';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';

/** A key of Paystack's test mode. */
const PAYSTACK_KEY = `${'sk_test_'}0123456789abcdef0123456789abcdef`;

/** The secret of sources with only the visit source. */
const SOURCES = {
  visits: { baseUrl: 'https://visits.example', apiKey: 'key-1', callbackSecret: 'callback-secret-of-the-tests-00001' },
};

/** A stage's secrets, with its own pepper. */
export const testSecrets = (): ExampleSecrets => ({
  signing: TEST_SIGNING_SECRET,
  pepper: freshSecret(),
  vault: TEST_VAULT_SECRET,
  sources: { current: { versionId: 'sources-1', value: JSON.stringify(SOURCES) } },
  paystack: { current: { versionId: 'paystack-1', value: JSON.stringify({ secretKey: PAYSTACK_KEY }) } },
});

const VARIABLES: Readonly<Record<keyof ExampleSecrets, string>> = {
  signing: 'SIGNING_SECRET_NAME',
  pepper: 'PEPPER_SECRET_NAME',
  vault: 'VAULT_SECRET_NAME',
  paystack: 'PAYSTACK_SECRET_NAME',
  sources: 'SOURCES_SECRET_NAME',
};

const secretNamed = (secrets: ExampleSecrets, name: string | undefined): VersionedSecret | undefined => {
  const found = (Object.keys(VARIABLES) as (keyof ExampleSecrets)[]).find((key) => env(VARIABLES[key]) === name);
  return found && secrets[found];
};

/**
 * Reads secrets as a container does that has not read any yet.
 *
 * @param isDown whether Secrets Manager is unreachable, evaluated at each read.
 */
export const coldSecretReader = (secrets: ExampleSecrets, isDown: () => boolean): ReadSecret => {
  const send = async ({ input }: GetSecretValueCommand) => {
    if (isDown()) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const secret = secretNamed(secrets, input.SecretId);
    const version = input.VersionStage === 'AWSPREVIOUS' ? secret?.older?.[0] : secret?.current;
    if (!version) throw Object.assign(new Error('No such secret'), { name: 'ResourceNotFoundException' });
    return { VersionId: version.versionId, SecretString: version.value };
  };
  return makeSecretReader(() => ({ send }) as unknown as Pick<SecretsManagerClient, 'send'>);
};
