import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awsClientSettings, regionalEndpoint } from '#shared/platform/aws';

const CLIENTS = [
  ['dynamodb', DynamoDBClient],
  ['secretsmanager', SecretsManagerClient],
  ['sqs', SQSClient],
] as const;

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(
  CLIENTS.flatMap(([service, Client]) =>
    ['af-south-1', 'eu-west-1', 'eu-west-2', 'us-east-1'].map((region) => [service, region, Client] as const),
  ),
)('the endpoint of %s in %s is that of the rules of the SDK', (service, region, Client) => {
  const { endpointProvider } = new Client({ region }).config;
  const ruled = endpointProvider({ Region: region, UseDualStack: false, UseFIPS: false });
  expect(regionalEndpoint(service).endpointProvider({ Region: region }).url.href).toBe(ruled.url.href);
});

test.each(CLIENTS)('a client of %s calls the endpoint of the environment, if it has one', async (service, Client) => {
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:4566');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  const { config } = new Client({ ...awsClientSettings, ...regionalEndpoint(service) });
  expect(await config.region()).toBe('eu-west-1');
  expect(config.endpointProvider({ Region: 'eu-west-1' }).url.href).toBe('http://127.0.0.1:4566/');
});
