import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import type { ApiEvent } from '#shared/http/request';
import type { ReadSecret } from '#shared/platform/secrets';
import { SUBJECT_FIELDS } from '#shared/platform/subject-ids';
import { coldSecretReader, testSecrets } from '#tests/faults/outages/secret-store';
import { bodyProblems } from '#tests/support/api-document';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { lambdaContext } from '#tests/support/lambda-context';

// One of them changes a price, and prices are shared by all accounts, so this file has its own table.
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

const output = vi.hoisted(() => ({ lines: [] as Record<string, unknown>[] }));

vi.mock('#shared/platform/standard-output', () => ({
  toStandardOutput: (line: string) => output.lines.push(JSON.parse(line)),
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

/** What the line of an outcome contains besides the ids of its caller and subject. */
const OUTCOME_FIELDS = [
  'time',
  'level',
  'code',
  'message',
  'stage',
  'function',
  'requestId',
  'route',
  'statusCode',
  'durationMs',
];

/** Whether a body fits the published document. */
const problemsOf = bodyProblems();

const send = async (contract: Contract) => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as { handler: ApiHandler };
  const request = await exampleRequest(contract, secrets);
  output.lines.length = 0;
  const event = apiEvent(requestTo(contract, request));
  return { event, response: await handler(event, lambdaContext(contract.name, 30_000)) };
};

/** Callers who act for an account, or for one of its applicants. */
const OF_ACCOUNTS = ['account', 'session', 'admin', 'embed'];

/** Requires that the line of an outcome names its caller and subject. */
const expectIds = (contract: Contract, { pathParameters = {}, requestContext }: ApiEvent): void => {
  const outcome = output.lines.find(({ code }) => code === 'REQUEST_ANSWERED');
  expect(outcome).toMatchObject({ requestId: requestContext.requestId, route: `${contract.method} ${contract.route}` });
  if (OF_ACCOUNTS.includes(contract.caller)) expect(outcome?.['accountId']).toMatch(/^usr_/);
  const ids = Object.values(pathParameters).filter((value) => /^[a-z]+_[0-9A-Z]{26}$/.test(String(value)));
  expect(Object.values(outcome ?? {})).toEqual(expect.arrayContaining(ids));
  const allowed = new Set<string>([...OUTCOME_FIELDS, ...SUBJECT_FIELDS]);
  expect(Object.keys(outcome ?? {}).filter((name) => !allowed.has(name))).toStrictEqual([]);
};

describe("the request of an endpoint's example gets a success that fits the API document, and a log line with its ids:", () => {
  test.each(CONTRACTS.map((contract) => [contract.name, contract] as const))('%s', async (name, contract) => {
    const { event, response } = await send(contract);
    const { statusCode, headers = {}, body = '' } = response;
    expectIds(contract, event);
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
