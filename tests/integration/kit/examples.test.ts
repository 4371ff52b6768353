import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import type { ReadSecret } from '#shared/platform/secrets';
import { coldSecretReader, testSecrets } from '#tests/faults/outages/secret-store';
import { bodyProblems } from '#tests/support/api-document';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { lambdaContext } from '#tests/support/lambda-context';

// One of them changes a price, and prices belong to everybody: this file has a table of its own.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const stage = vi.hoisted(() => ({ readSecret: undefined as ReadSecret | undefined }));

vi.mock('#shared/platform/secrets', async (original) => ({
  ...(await original<typeof import('#shared/platform/secrets')>()),
  readSecret: (...requested: Parameters<ReadSecret>) => stage.readSecret?.(...requested),
}));

vi.mock('#shared/platform/sqs', async (original) => ({
  ...(await original<typeof import('#shared/platform/sqs')>()),
  sendToQueue: async () => undefined,
}));

vi.mock('#shared/platform/object-store', async (original) => ({
  ...(await original<typeof import('#shared/platform/object-store')>()),
  filesOf: () => ({ prefix: 'attachments', put: async () => undefined, remove: async () => undefined }),
}));

const secrets = testSecrets();

beforeAll(() => {
  stage.readSecret = coldSecretReader(secrets, () => false);
  vi.stubEnv('PAYSTACK_SECRET_NAME', 'kyb-service/test/paystack');
  vi.stubEnv('SOURCES_SECRET_NAME', 'kyb-service/test/sources');
});

afterAll(() => {
  vi.unstubAllEnvs();
});

/** Whether a body fits the published document. */
const problemsOf = bodyProblems();

const send = async (contract: Contract) => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as { handler: ApiHandler };
  const request = await exampleRequest(contract, secrets);
  return handler(apiEvent(requestTo(contract, request)), lambdaContext(contract.name, 30_000));
};

describe("the request of an endpoint's example gets a success as the API document describes it, no field undeclared:", () => {
  test.each(CONTRACTS.map((contract) => [contract.name, contract] as const))('%s', async (name, contract) => {
    const { statusCode, headers = {}, body = '' } = await send(contract);
    expect(Object.keys(contract.success), body).toContain(String(statusCode));
    if (contract.produces === 'html') {
      expect(headers['Content-Type'], name).toMatch(/^text\/html/);
      expect(body).toMatch(/^<!doctype html>/i);
      return;
    }
    if (contract.produces === 'javascript') {
      expect(headers['Content-Type'], name).toMatch(/^text\/javascript/);
      expect(body).not.toBe('');
      return;
    }
    expect(headers['Content-Type'], name).toMatch(/^application\/json/);
    expect(problemsOf(contract, statusCode, JSON.parse(body))).toBeUndefined();
  });
});
