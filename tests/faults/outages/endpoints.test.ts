import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { ErrorCode } from '#shared/errors/errors';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { errorBody, GENERAL_ROW } from '#shared/http/error-rows';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import type { ApiResponse } from '#shared/http/response';
import { touchesTable } from '#shared/http/table-access';
import { makeMetrics } from '#shared/platform/metrics';
import type { ReadSecret } from '#shared/platform/secrets';
import { faultyTable, type TableFault, type TableRequest } from '#tests/faults/faulty-table';
import { newAddress } from '#tests/integration/kit/test-kit';
import { apiEvent } from '#tests/support/api-event';
import { requestTo, type TestRequest } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import type { ExampleSecrets } from '#tests/support/example-world';
import { lambdaContext } from '#tests/support/lambda-context';
import { coldSecretReader, testSecrets } from './secret-store.ts';

// One of them changes a price, and prices are shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

/** What every function of the stage depends on, and which part of it is unreachable. */
const stage = vi.hoisted(() => ({
  table: undefined as Table | undefined,
  readSecret: undefined as ReadSecret | undefined,
  secretsAreDown: false,
  queuesAreDown: false,
  metrics: [] as string[],
}));

vi.mock('#shared/http/kit', async (original) => {
  const kit = await original<typeof import('#shared/http/kit')>();
  const { serviceKit } = kit;
  const limiter = makeRateLimiter(1);
  return {
    ...kit,
    serviceKit: {
      ...serviceKit,
      table: () => stage.table ?? serviceKit.table(),
      limiter: () => limiter,
      metrics: makeMetrics((line) => stage.metrics.push(line)),
    },
  };
});

vi.mock('#shared/platform/secrets', async (original) => ({
  ...(await original<typeof import('#shared/platform/secrets')>()),
  readSecret: (...requested: Parameters<ReadSecret>) => stage.readSecret?.(...requested),
}));

vi.mock('#shared/platform/object-store', async (original) => ({
  ...(await original<typeof import('#shared/platform/object-store')>()),
  filesOf: () => ({ prefix: 'attachments', put: async () => undefined, remove: async () => undefined }),
}));

vi.mock('#shared/platform/sqs', async (original) => ({
  ...(await original<typeof import('#shared/platform/sqs')>()),
  sendToQueue: async () => {
    if (stage.queuesAreDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  },
}));

let secrets: ExampleSecrets;

beforeAll(() => {
  vi.stubEnv('PAYSTACK_SECRET_NAME', 'kyb-service/test/paystack');
  vi.stubEnv('SOURCES_SECRET_NAME', 'kyb-service/test/sources');
});

afterAll(() => {
  vi.unstubAllEnvs();
});

beforeEach(() => {
  secrets = testSecrets();
  Object.assign(stage, { table: undefined, secretsAreDown: false, queuesAreDown: false, metrics: [] });
  stage.readSecret = coldSecretReader(secrets, () => stage.secretsAreDown);
});

/** The request of an endpoint's example, which can be sent any number of times. */
interface Waiting {
  readonly contract: Contract;
  readonly send: (more?: TestRequest) => Promise<ApiResponse>;
}

const waitingFor = async (contract: Contract): Promise<Waiting> => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as {
    handler: ApiHandler;
  };
  // From one address, because the idempotency keys of an applicant's browser belong to its network.
  const request = { sourceIp: newAddress(), ...(await exampleRequest(contract, secrets)) };
  return {
    contract,
    send: (more = {}) => {
      const options = requestTo(contract, { ...request, ...more, headers: { ...request.headers, ...more.headers } });
      return handler(apiEvent(options), lambdaContext(contract.name, 30_000));
    },
  };
};

/** Prepared one after the other, because they share the emulator and the machine. */
const prepareAll = async (contracts: readonly Contract[] = CONTRACTS): Promise<readonly Waiting[]> => {
  const waiting: Waiting[] = [];
  for (const contract of contracts) waiting.push(await waitingFor(contract));
  return waiting;
};

type Responses = Readonly<Record<string, string>>;

/**
 * The summary of a response: its status if it succeeds, or its status and code if it is an error in exactly its
 * documented shape.
 */
const summary = ({ statusCode, headers, body = '' }: ApiResponse): string => {
  if (statusCode < 300) return String(statusCode);
  if (/^text\/html/.test(String(headers?.['Content-Type']))) return `${statusCode} ${/<small>(\w+)/.exec(body)?.[1]}`;
  const parsed = JSON.parse(body);
  const { code } = parsed as { code: ErrorCode };
  expect(parsed).toStrictEqual(errorBody(new ApiError(code), GENERAL_ROW));
  return `${statusCode} ${code}`;
};

const sendAll = async (waiting: readonly Waiting[], more?: TestRequest): Promise<Map<string, ApiResponse>> =>
  new Map(await Promise.all(waiting.map(async ({ contract, send }) => [contract.name, await send(more)] as const)));

const summaries = (responses: ReadonlyMap<string, ApiResponse>): Responses =>
  Object.fromEntries([...responses].map(([name, response]) => [name, summary(response)]));

/** The status of an endpoint's success: that of the creation, if it may create something. */
const successOf = ({ success }: Contract): string => (success[201] ? '201' : '200');

/** The expected response of every endpoint: its success, unless stated otherwise. */
const expected = (waiting: readonly Waiting[], otherwise: (contract: Contract) => string | undefined): Responses =>
  Object.fromEntries(waiting.map(({ contract }) => [contract.name, otherwise(contract) ?? successOf(contract)]));

const nothing = () => undefined;

/**
 * Whether a request changes something through its endpoint. Counters and the use of a key are noted by every request.
 */
const isWrite = ({ isWrite, isCounter, isKeyUse }: TableRequest): boolean => isWrite && !isCounter && !isKeyUse;

/** Puts a fault in front of the table, and records which writes went through. */
const breakTable = (faultOf: (request: TableRequest) => TableFault | undefined): { written: string[] } => {
  const written: string[] = [];
  stage.table = faultyTable((request) => {
    const fault = faultOf(request);
    if (isWrite(request) && (fault === undefined || fault === 'responseLost')) written.push(request.command);
    return fault;
  });
  return { written };
};

/**
 * Sends the requests of a few endpoints at a time, each time through a new client to the broken table. A client's
 * retries are limited, and on AWS each function has its own client.
 */
const sendWithOwnClients = async (
  waiting: readonly Waiting[],
  faultOf: (request: TableRequest) => TableFault | undefined,
  more?: TestRequest,
): Promise<{ responses: Responses; written: number }> => {
  let responses: Responses = {};
  let count = 0;
  for (let start = 0; start < waiting.length; start += 8) {
    const { written } = breakTable(faultOf);
    responses = { ...responses, ...summaries(await sendAll(waiting.slice(start, start + 8), more)) };
    count += written.length;
  }
  return { responses, written: count };
};

const mendTable = (): void => {
  stage.table = undefined;
};

const SERVICE_UNAVAILABLE = '503 SERVICE_UNAVAILABLE';

test("the request of every endpoint's example succeeds while everything is reachable", async () => {
  const waiting = await prepareAll();
  expect(summaries(await sendAll(waiting))).toEqual(expected(waiting, nothing));
});

describe('The table unreachable', () => {
  test('every endpoint that needs it returns the same 503, does nothing, and succeeds once it is back', async () => {
    const waiting = await prepareAll();
    const { written } = breakTable(() => 'refused');
    const touching = (contract: Contract) => (touchesTable(contract) ? SERVICE_UNAVAILABLE : undefined);
    expect(summaries(await sendAll(waiting))).toEqual(expected(waiting, touching));
    expect(written).toEqual([]);
    mendTable();
    expect(summaries(await sendAll(waiting))).toEqual(expected(waiting, nothing));
  });

  test('only for writes: reads succeed, and what would write is the same 503 and done by the next try', async () => {
    const waiting = await prepareAll();
    breakTable((request) => (isWrite(request) ? 'throttled' : undefined));
    // The registration of its example has nothing to recover, so nothing is written.
    const idle = ['recover-deliveries'];
    const writing = ({ name, method, touches }: Contract) =>
      method === 'GET' || touches.writes === undefined || idle.includes(name) ? undefined : SERVICE_UNAVAILABLE;
    expect(summaries(await sendAll(waiting))).toEqual(expected(waiting, writing));
    mendTable();
    expect(summaries(await sendAll(waiting))).toEqual(expected(waiting, nothing));
  });

  test('for the first response to each write: no caller notices, because the client retries', async () => {
    const waiting = await prepareAll();
    const { responses, written } = await sendWithOwnClients(waiting, (request) =>
      isWrite(request) && request.attempt === 1 ? 'responseLost' : undefined,
    );
    expect(responses).toEqual(expected(waiting, nothing));
    expect(written).toBeGreaterThan(20);
  });

  test('for every response to a write: 503, and the same Idempotency-Key then returns the response of what was done', async () => {
    const waiting = await prepareAll(CONTRACTS.filter(({ idempotent }) => idempotent));
    const keyed = { headers: { 'idempotency-key': 'of-an-outage' } };
    const { responses } = await sendWithOwnClients(
      waiting,
      (request) => (isWrite(request) ? 'responseLost' : undefined),
      keyed,
    );
    expect(responses).toEqual(expected(waiting, () => SERVICE_UNAVAILABLE));
    mendTable();
    const again = await sendAll(waiting, keyed);
    expect(summaries(again)).toEqual(expected(waiting, nothing));
    const replayed = [...again].filter(([, { headers }]) => headers?.['Idempotency-Replayed'] === 'true');
    // Its first transaction places a hold and claims the key. Once its response is lost, nothing is done, and the repeat
    // is the first to be answered.
    const undone = ['send-message'];
    expect(replayed.map(([name]) => name)).toEqual([...again.keys()].filter((name) => !undone.includes(name)));
  });
});

describe('The rate-limit counters unreachable', () => {
  test('every request passes as if there were no limit, and is counted as unlimited', async () => {
    const limited = CONTRACTS.filter(({ limit }) => limit !== undefined);
    const waiting = await prepareAll(limited);
    breakTable(({ isCounter }) => (isCounter ? 'refused' : undefined));
    const responses = await sendAll(waiting);
    expect(summaries(responses)).toEqual(expected(waiting, nothing));
    for (const { headers = {} } of responses.values()) {
      expect(Object.keys(headers).filter((name) => name.startsWith('RateLimit'))).toEqual([]);
    }
    const uncounted = stage.metrics.filter((line) => line.includes('"RateLimitUnavailable":1'));
    expect(uncounted).toHaveLength(limited.length);
  });
});

describe('The secret store unreachable from a container that has read nothing yet', () => {
  /** Endpoints that need a secret for every request. Embed calls need one only if the widget requires signatures. */
  const NEEDS_SECRET: Responses = {
    'sign-up': SERVICE_UNAVAILABLE,
    'verify-email': SERVICE_UNAVAILABLE,
    'resend-verification': SERVICE_UNAVAILABLE,
    'log-in': SERVICE_UNAVAILABLE,
    'request-login-code': SERVICE_UNAVAILABLE,
    'log-in-with-code': SERVICE_UNAVAILABLE,
    'sign-in-with-google': SERVICE_UNAVAILABLE,
    'forgot-password': SERVICE_UNAVAILABLE,
    'reset-password': SERVICE_UNAVAILABLE,
    'refresh-tokens': SERVICE_UNAVAILABLE,
    'show-unsubscribing': SERVICE_UNAVAILABLE,
    'update-subscription': SERVICE_UNAVAILABLE,
    'create-widget': SERVICE_UNAVAILABLE,
    'read-widget': SERVICE_UNAVAILABLE,
    'list-widgets': SERVICE_UNAVAILABLE,
    'set-widget-status': SERVICE_UNAVAILABLE,
    'update-widget': SERVICE_UNAVAILABLE,
    'rotate-embed-token': SERVICE_UNAVAILABLE,
    'preview-widget': SERVICE_UNAVAILABLE,
    'clear-entry': SERVICE_UNAVAILABLE,
    'list-clearances': SERVICE_UNAVAILABLE,
    'verify-meter': SERVICE_UNAVAILABLE,
    'verify-utility-bill': SERVICE_UNAVAILABLE,
    'verify-tin': SERVICE_UNAVAILABLE,
    'verify-jtb-tin': SERVICE_UNAVAILABLE,
    'verify-cac': SERVICE_UNAVAILABLE,
    'create-webhook': SERVICE_UNAVAILABLE,
    'rotate-webhook-secret': SERVICE_UNAVAILABLE,
    'receive-paystack-callback': '503 SOURCE_UNAVAILABLE',
    'add-company': SERVICE_UNAVAILABLE,
    'receive-address-callback': SERVICE_UNAVAILABLE,
  };

  test('requests that need a secret are a 503 and do nothing until it is back, and the rest continues to work', async () => {
    const waiting = await prepareAll();
    const needing = waiting.filter(({ contract }) => contract.name in NEEDS_SECRET);
    const others = waiting.filter((one) => !needing.includes(one));
    stage.secretsAreDown = true;
    const { written } = breakTable(nothing);
    expect(summaries(await sendAll(needing))).toEqual(NEEDS_SECRET);
    expect(written).toEqual([]);
    expect(summaries(await sendAll(others))).toEqual(expected(others, nothing));
    stage.secretsAreDown = false;
    expect(summaries(await sendAll(needing))).toEqual(expected(needing, nothing));
  });
});

describe('The queues unreachable', () => {
  /** Requests that do nothing but put a mail on the queue, or that send a code which nobody would receive. */
  const NEEDS_MAIL = [
    'sign-up',
    'resend-verification',
    'request-login-code',
    'forgot-password',
    'subscribe-to-news',
    'book-demo',
  ];

  test('requests that mail a code or a form are a 503, and succeed with the next try; all others continue to work', async () => {
    const waiting = await prepareAll();
    stage.queuesAreDown = true;
    const needsMail = ({ name }: Contract) => (NEEDS_MAIL.includes(name) ? SERVICE_UNAVAILABLE : undefined);
    expect(summaries(await sendAll(waiting))).toEqual(expected(waiting, needsMail));
    stage.queuesAreDown = false;
    const mailing = waiting.filter(({ contract }) => needsMail(contract));
    expect(summaries(await sendAll(mailing))).toEqual(expected(mailing, nothing));
  });
});
