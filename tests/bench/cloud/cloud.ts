import { randomUUID } from 'node:crypto';
import { functionVariables } from '#infra/environment';
import { secretName } from '#infra/names';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort } from '#scripts/local-cloud/port';
import { CAPABILITIES, type CapabilityName } from '#shared/platform/capabilities';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { TEST_SIGNING_SECRET } from '#tests/support/accounts';
import type { ExampleSecrets } from '#tests/support/example-world';
import { sharedIssuer } from '#tests/support/local-issuer';
import { startDynamoDbLocal } from '#tests/support/setup/dynamodb-local';
import { createTable } from '#tests/support/setup/table';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { type Gateway, startGateway } from './gateway.ts';
import { BENCH_BUCKET, type OtherServices, otherServices, SECRET_VERSION } from './other-services.ts';

/** The touches of all functions together. */
const EVERYTHING = { uses: Object.keys(CAPABILITIES) as CapabilityName[] };

const PAYSTACK_KEY = 'sk_test_benchmarks_0123456789abcdef';
const SOURCES = {
  visits: { baseUrl: 'https://visits.example', apiKey: 'key-1', callbackSecret: 'benchmark-callback-secret-0000001' },
};
const PEPPER = 'benchmark-pepper-secret-of-the-tests-0001';

const current = (value: string): VersionedSecret => ({ current: { versionId: SECRET_VERSION, value } });

/** The secrets of the cloud, as its functions read them. */
export const benchSecrets = (): ExampleSecrets => ({
  signing: current(TEST_SIGNING_SECRET.current.value),
  pepper: current(PEPPER),
  vault: TEST_VAULT_SECRET,
  sources: current(JSON.stringify(SOURCES)),
  paystack: current(JSON.stringify({ secretKey: PAYSTACK_KEY })),
});

/** A cloud to measure on: DynamoDB Local of AWS with the service's table, behind a gateway. */
export interface BenchCloud extends Gateway {
  /** The address of DynamoDB Local itself. */
  readonly dynamoDb: string;
  /** The environment variables of every function. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mails: OtherServices['mails'];
}

/**
 * Starts the cloud and sets its variables in this process's environment.
 *
 * @param rateLimitScale high enough for no benchmark to reach a limit by accident.
 */
export const startCloud = async (rateLimitScale = '1000000'): Promise<BenchCloud> => {
  const database = await startDynamoDbLocal(await freePort());
  const others = otherServices({
    [secretName('local', 'signing')]: TEST_SIGNING_SECRET.current.value,
    [secretName('local', 'vault')]: TEST_VAULT_SECRET.current.value,
    [secretName('local', 'pepper')]: PEPPER,
    paystack: JSON.stringify({ secretKey: PAYSTACK_KEY }),
    sources: JSON.stringify(SOURCES),
  });
  const tableName = `bench-${randomUUID()}`;
  await createTable(database.endpoint, tableName);
  const gateway = await startGateway(database.endpoint, others);
  const addresses = {
    tableName,
    bucketName: BENCH_BUCKET,
    queueUrls: {
      charges: `${gateway.endpoint}/charges`,
      codes: `${gateway.endpoint}/codes`,
      deliveries: `${gateway.endpoint}/deliveries`,
      fanOuts: `${gateway.endpoint}/fanOuts`,
      mails: `${gateway.endpoint}/mails`,
      vendorChecks: `${gateway.endpoint}/vendorChecks`,
      visits: `${gateway.endpoint}/visits`,
    },
    apiUrl: gateway.endpoint,
  };
  const environment = {
    ...LOCAL_AWS_ENVIRONMENT,
    AWS_ENDPOINT_URL: gateway.endpoint,
    ...functionVariables(EVERYTHING, localStage(rateLimitScale), addresses),
    PAYSTACK_SECRET_NAME: 'paystack',
    SOURCES_SECRET_NAME: 'sources',
    ...(await sharedIssuer()).environment,
  };
  Object.assign(process.env, environment);
  return {
    ...gateway,
    dynamoDb: database.endpoint,
    environment,
    mails: others.mails,
    stop: async () => {
      await gateway.stop();
      await database.stop();
    },
  };
};
