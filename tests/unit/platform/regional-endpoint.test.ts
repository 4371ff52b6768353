import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { regionalEndpoint } from '#shared/platform/aws';

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
  expect(regionalEndpoint(service)({ Region: region }).url.href).toBe(ruled.url.href);
});

test('the endpoint of the environment comes first', () => {
  const given = { Endpoint: 'http://127.0.0.1:4566', Region: 'eu-west-1' };
  expect(regionalEndpoint('sqs')(given).url.href).toBe('http://127.0.0.1:4566/');
});
