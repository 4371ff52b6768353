import { gunzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { makeTable, type Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { object } from '#shared/http/schemas/containers';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { call, type TestKit, testKit, warmUp } from './test-kit.ts';
import { createThing, createThingHandler, readThing, readThingHandler, thing, thingKey } from './things.ts';

const success = { 200: v.object({ success: v.literal(true), data: v.object({ name: v.string() }) }) };

const echo = contract({
  name: 'echo',
  group: 'test',
  method: 'POST',
  route: '/v1/echo/{id}',
  summary: 'Answer the name that was sent',
  caller: 'public',
  path: v.object({ id: v.pipe(v.string(), v.startsWith('e', 'Must start with e')) }),
  query: v.object({ size: v.optional(v.pipe(v.string(), v.digits('Must be digits'))) }),
  body: object({ name: v.string('Must be a text'), age: v.optional(v.number('Must be a number')) }),
  success,
  touches: { writes: ['idempotency'] },
});

const echoHandler = (kit?: TestKit): ApiHandler =>
  serve(echo, { answer: ({ body }) => ({ status: 200, body: { success: true, data: body } }) }, kit ?? testKit());

const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(echoHandler(), { method: 'POST', path: '/v1/echo/e', pathParameters: { id: 'e' }, body, headers });

describe('the request body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/problem+json'])(
    'is accepted as %s',
    async (contentType) => {
      expect((await send({ name: 'a' }, { 'content-type': contentType })).status).toBe(200);
    },
  );

  test.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    '',
  ])('is refused as %j with 415', async (contentType) => {
    const { status, body } = await send({ name: 'a' }, { 'content-type': contentType });
    expect(status).toBe(415);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'Send the body as application/json.',
      code: 'UNSUPPORTED_CONTENT_TYPE',
    });
  });

  test.each([
    '{',
    '{"name":"a"',
    "{name:'a'}",
    'undefined',
    '{"name":"a"}}',
    '{"__proto__":{"admin":true},"name":"a"}',
  ])('that is not JSON is a 400: %s', async (text) => {
    const { status, body } = await send(text);
    expect(status).toBe(400);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'The request body is not valid JSON.',
      code: 'MALFORMED_JSON',
    });
  });

  test('with endless nesting is a 400, not a crash', async () => {
    const { status, body } = await send(`{"name":${'['.repeat(400_000)}`);
    expect([status, body.code]).toStrictEqual([400, 'MALFORMED_JSON']);
  });

  test.each(['null', '[]', '"a"', '7', 'true'])('that is %s is not an object', async (text) => {
    const { status, body } = await send(text);
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(body.details).toStrictEqual([{ path: '', message: 'Must be an object' }]);
  });

  test('may have a million bytes and not one more', async () => {
    const ofBytes = (bytes: number): string => JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) });
    expect((await send(ofBytes(1_000_000))).status).toBe(200);
    const { status, body } = await send(ofBytes(1_000_001));
    expect([status, body.code]).toStrictEqual([413, 'BODY_TOO_LARGE']);
    const threeByteLetters = JSON.stringify({ name: '€'.repeat(340_000) });
    expect((await send(threeByteLetters)).status).toBe(413);
  });

  test('is the same whether the gateway passes it as text or as base64', async () => {
    const options = { method: 'POST', path: '/v1/echo/e', pathParameters: { id: 'e' }, body: { name: 'Zoë' } };
    const response = await call(echoHandler(), { ...options, isBase64Encoded: true });
    expect(response.body.data).toStrictEqual({ name: 'Zoë' });
  });

  test('may be missing, and its missing fields are named', async () => {
    const { status, body } = await send(undefined);
    expect([status, body.details]).toStrictEqual([400, [{ path: 'name', message: expect.any(String) }]]);
  });

  test('loses the fields that the contract does not declare', async () => {
    expect((await send({ name: 'a', role: 'admin' })).status).toBe(200);
  });

  test('is not read by an endpoint without one', async () => {
    const none = contract({ ...echo, body: undefined as never });
    const handler = serve(
      none,
      { answer: () => ({ status: 200, body: { success: true, data: { name: '' } } }) },
      testKit(),
    );
    const options = {
      method: 'POST',
      pathParameters: { id: 'e' },
      body: '{',
      headers: { 'content-type': 'text/plain' },
    };
    expect((await call(handler, options)).status).toBe(200);
  });
});

describe('validation', () => {
  test('names every problem of path, query and body in one 400', async () => {
    const { status, body } = await call(echoHandler(), {
      method: 'POST',
      path: '/v1/echo/x',
      pathParameters: { id: 'x' },
      query: { size: 'many' },
      body: { name: 1, age: 'old' },
    });
    expect(status).toBe(400);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'The request is not valid. See details for every problem.',
      code: 'VALIDATION_FAILED',
      details: [
        { path: 'id', message: 'Must start with e' },
        { path: 'size', message: 'Must be digits' },
        { path: 'name', message: 'Must be a text' },
        { path: 'age', message: 'Must be a number' },
      ],
    });
  });
});

describe('forms', () => {
  const form = contract({ ...echo, consumes: 'form' });
  const handler = serve(
    form,
    { answer: ({ body }) => ({ status: 200, body: { success: true, data: body } }) },
    testKit(),
  );
  const options = { method: 'POST', pathParameters: { id: 'e' } };
  const asForm = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };

  test('are read as browsers send them', async () => {
    const response = await call(handler, { ...options, body: 'name=Zo%C3%AB+B&x=1', headers: asForm });
    expect(response.body.data).toStrictEqual({ name: 'Zoë B' });
    const encoded = await call(handler, { ...options, body: 'name=a', headers: asForm, isBase64Encoded: true });
    expect(encoded.body.data).toStrictEqual({ name: 'a' });
  });

  test('are the only content type that such an endpoint accepts', async () => {
    expect((await call(handler, { ...options, body: { name: 'a' } })).status).toBe(415);
  });
});

describe('the response schema', () => {
  const leaky = (data: unknown, kit = testKit()): ApiHandler =>
    serve(echo, { answer: () => ({ status: 200, body: { success: true, data } as never }) }, kit);
  const options = { method: 'POST', path: '/v1/echo/e', pathParameters: { id: 'e' }, body: { name: 'a' } };

  test('keeps private fields from leaving', async () => {
    const response = await call(leaky({ name: 'a', passwordHash: 'x' }), options);
    expect(response.body).toStrictEqual({ success: true, data: { name: 'a' } });
  });

  test('that a response does not match causes a 500, with the paths in the log and nothing of the response', async () => {
    const kit = testKit();
    const { status, body } = await call(leaky({ name: 42, note: 'private' }, kit), options);
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(body).not.toHaveProperty('details');
    expect(kit.lines).toContainEqual(
      expect.objectContaining({ code: 'RESPONSE_CONTRACT_BROKEN', paths: ['data.name'] }),
    );
    expect(JSON.stringify(kit.lines)).not.toContain('private');
  });

  test.each([undefined, 'key-of-a-broken-answer'])(
    'that a response does not match leaves nothing stored (idempotency key %s)',
    async (key) => {
      const broken = serve(
        createThing,
        {
          answer: async ({ caller }, { commit }) => {
            const response = { status: 201, body: { success: true, data: { id: 1 } } } as never;
            await commit([put({ ...thingKey(caller.accountId, 'broken'), id: 'broken' })], response);
            return response;
          },
        },
        testKit(),
      );
      const { accountId, headers } = await signedInAccount();
      const withKey = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) };
      const request = { method: 'POST', path: '/v1/things', body: { name: 'a' }, headers: withKey };
      expect((await call(broken, request)).status).toBe(500);
      expect(await serviceTable().get(thingKey(accountId, 'broken'))).toBeUndefined();
      // The key is free: the same request with a valid response is not a replay.
      const mended = await call(createThingHandler(testKit()), request);
      expect([mended.status, mended.headers['Idempotency-Replayed']]).toStrictEqual([201, undefined]);
    },
  );
});

describe('every response', () => {
  test('has the request id of all its log lines', async () => {
    const kit = testKit();
    const { headers } = await signedInAccount();
    for (const [options, status] of [
      [{ headers }, 404],
      [{}, 401],
    ] as const) {
      kit.lines.length = 0;
      const id = newId('wgt', Date.now());
      const response = await call(readThingHandler(kit), {
        path: `/v1/things/${id}`,
        pathParameters: { id },
        ...options,
      });
      expect(response.status).toBe(status);
      const requestId = response.headers['X-Request-Id'];
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(kit.lines).toHaveLength(1);
      expect(kit.lines.every((line) => line['requestId'] === requestId)).toBe(true);
    }
  });

  test("has one log line with its route, status and duration, never the request's content, and no metric if it is fine", async () => {
    const kit = testKit();
    const { headers } = await signedInAccount();
    const request = { method: 'POST', path: '/v1/things', body: { name: 'Ada Obi' }, headers };
    const response = await call(createThingHandler(kit), request);
    expect(kit.lines).toStrictEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: 'info',
        code: 'REQUEST_ANSWERED',
        stage: 'local',
        requestId: response.headers['X-Request-Id'],
        accountId: expect.stringMatching(/^usr_/),
        widgetId: expect.stringMatching(/^wgt_/),
        route: 'POST /v1/things',
        statusCode: 201,
        durationMs: expect.any(Number),
      },
    ]);
    expect(kit.measured).toEqual([]);
  });

  test("is logged with the caller's own request id beside ours", async () => {
    const kit = testKit();
    const headers = { 'X-Request-Id': 'order-4711' };
    const response = await call(echoHandler(kit), {
      ...{ method: 'POST', path: '/v1/echo/e', pathParameters: { id: 'e' } },
      ...{ body: { name: 'a' }, headers },
    });
    const requestId = response.headers['X-Request-Id'];
    expect(requestId).not.toBe('order-4711');
    expect(kit.lines).toStrictEqual([expect.objectContaining({ requestId, clientRequestId: 'order-4711' })]);
  });

  test('is logged with what the body names, also when it is refused, but never with an account that it claims', async () => {
    const kit = testKit();
    const body = { companyId: newId('cmp', 0), environment: 'live', accountId: newId('usr', 0) };
    const handler = serve(
      contract({
        ...{ name: 'name-things', group: 'test', method: 'POST', route: '/v1/names', summary: 'Name things' },
        ...{ caller: 'account', errors: ['COMPANY_NOT_FOUND'], success, touches: {} },
        body: v.object({ companyId: v.string(), environment: v.picklist(['sandbox', 'live']), accountId: v.string() }),
      }),
      {
        load: () => Promise.reject(new ApiError('COMPANY_NOT_FOUND')),
        answer: () => ({ status: 200, body: { success: true, data: { name: 'Never' } } }),
      },
      kit,
    );
    const { accountId, headers } = await signedInAccount();
    const request = { method: 'POST', path: '/v1/names', body };
    expect((await call(handler, { ...request, headers })).status).toBe(404);
    expect((await call(handler, request)).status).toBe(401);
    const [refused, anonymous] = kit.lines.filter(({ code }) => code === 'REQUEST_ANSWERED');
    const { companyId, environment } = body;
    expect(refused).toMatchObject({ statusCode: 404, accountId, companyId, environment });
    for (const field of ['accountId', 'companyId', 'environment']) expect(anonymous).not.toHaveProperty(field);
  });

  test('is not cacheable unless its contract allows it', async () => {
    const { headers } = await send({ name: 'a' });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const cached = contract({ ...echo, cacheSeconds: 60 });
    const handler = serve(
      cached,
      { answer: ({ body }) => ({ status: 200, body: { success: true, data: body } }) },
      testKit(),
    );
    const options = { method: 'POST', pathParameters: { id: 'e' } };
    const fine = await call(handler, { ...options, body: { name: 'a' } });
    expect(fine.headers['Cache-Control']).toBe('public, max-age=60');
    const refused = await call(handler, { ...options, body: {} });
    expect([refused.status, refused.headers['Cache-Control']]).toStrictEqual([400, 'no-store']);
  });

  test('above a kilobyte is compressed for clients that accept this', async () => {
    const name = 'x'.repeat(2_000);
    const event = apiEvent({
      method: 'POST',
      pathParameters: { id: 'e' },
      body: { name },
      headers: { 'accept-encoding': 'br, gzip' },
    });
    const { headers, body = '', isBase64Encoded } = await echoHandler()(event, lambdaContext());
    expect([isBase64Encoded, headers?.['Content-Encoding'], headers?.['Vary']]).toStrictEqual([
      true,
      'gzip',
      'Origin, Accept-Encoding',
    ]);
    expect(JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString()).data.name).toBe(name);
  });

  test('that is too large to be sent is a 422 with what to do', async () => {
    const large = (kit: TestKit): ApiHandler =>
      serve(
        echo,
        { answer: () => ({ status: 200, body: { success: true, data: { name: 'x'.repeat(5_000_000) } } }) },
        kit,
      );
    const options = { method: 'POST', pathParameters: { id: 'e' }, body: { name: 'a' } };
    const { status, body } = await call(large(testKit()), options);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'RESULT_TOO_LARGE', message: expect.stringMatching(/page and limit/) });
  });
});

describe('cookies', () => {
  test('of a response and of a refusal are sent unchanged', async () => {
    const cookies = ['token=a; Path=/', 'svc_session=1; Path=/'];
    const handler = serve(
      echo,
      {
        answer: ({ body }) => {
          if (body.name === 'refuse') throw new ApiError('REFRESH_TOKEN_REUSED', { cookies: [...cookies].reverse() });
          return { status: 200, body: { success: true, data: body }, cookies };
        },
      },
      testKit(),
    );
    const options = { method: 'POST', pathParameters: { id: 'e' } };
    expect((await call(handler, { ...options, body: { name: 'a' } })).response.cookies).toStrictEqual(cookies);
    const refused = await call(handler, { ...options, body: { name: 'refuse' } });
    expect(refused.response.cookies).toStrictEqual([...cookies].reverse());
  });
});

describe('failures behind the service', () => {
  const failing = async (error: unknown) => {
    const broken: Table = { ...serviceTable(), get: () => Promise.reject(error) };
    const kit = testKit({ table: () => broken });
    const { headers } = await signedInAccount();
    const response = await call(readThingHandler(kit), { path: '/v1/things/x', pathParameters: { id: 'x' }, headers });
    return { response, kit };
  };

  test.each([
    [
      'a connection that is refused',
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' }),
    ],
    ['a call that takes too long', Object.assign(new Error('timeout'), { name: 'TimeoutError' })],
    ['a throttled table', Object.assign(new Error('slow down'), { name: 'ThrottlingException' })],
    [
      'a conflict that outlasts the retries',
      Object.assign(new Error('busy'), { name: 'TransactionConflictException' }),
    ],
    ['a secret that cannot be read', Object.assign(new Error('secret'), { name: 'SecretUnavailable' })],
  ])('%s: 503, to be retried', async (_, error) => {
    const { response, kit } = await failing(error);
    expect(response.status).toBe(503);
    expect(response.body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'The service is currently unavailable. Try again shortly.',
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(kit.measured).toContainEqual(
      expect.objectContaining({ RequestFailed: 1, errorCode: 'SERVICE_UNAVAILABLE' }),
    );
  });

  test.each([
    ['a defect of the service', new TypeError('customer Ada Obi has no address')],
    [
      'a refusal by AWS',
      Object.assign(new Error('arn:aws:iam::1:role is not authorized'), { name: 'AccessDeniedException' }),
    ],
    ['a thrown text', 'Ada Obi'],
    ['a thrown undefined', undefined],
  ])('%s: 500 without the cause, and one log line without its message', async (_, error) => {
    const { response, kit } = await failing(error);
    expect(response.status).toBe(500);
    expect(response.body).toStrictEqual({
      success: false,
      status: 'error',
      message:
        'Something went wrong on our side. Try again. If the problem persists, contact support with the request id.',
      code: 'INTERNAL_ERROR',
    });
    expect(kit.lines).toHaveLength(1);
    const [line] = kit.lines;
    expect(line).toMatchObject({ level: 'error', code: 'REQUEST_FAILED', statusCode: 500 });
    expect(line).toMatchObject({ errorName: error instanceof Error ? error.name : typeof error });
    expect(JSON.stringify(line)).not.toMatch(/Ada Obi|arn:aws/);
  });

  test('a table that cannot be reached at all: 503', async () => {
    const client = new DynamoDBClient({ endpoint: 'http://127.0.0.1:1', maxAttempts: 1 });
    const kit = testKit({ table: () => makeTable(DynamoDBDocumentClient.from(client), 'none') });
    const { headers } = await signedInAccount();
    const response = await call(readThingHandler(kit), { path: '/v1/things/x', pathParameters: { id: 'x' }, headers });
    expect(response.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('a function that runs out of time responds before it is cut off', async () => {
    const kit = testKit();
    const handler = serve(echo, { answer: () => new Promise<never>(() => undefined) }, kit);
    const event = apiEvent({ method: 'POST', pathParameters: { id: 'e' }, body: { name: 'a' } });
    const context = lambdaContext('echo', 400);
    const { statusCode, body = '' } = await handler(event, context);
    expect([statusCode, JSON.parse(body).code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
    expect(kit.lines).toHaveLength(1);
  });
});

describe('trips to the table', () => {
  test('a read has one: rate limit, session and resource are read in parallel', async () => {
    const limitedRead = contract({ ...readThing, limit: 'walletReads' });
    const { accountId, headers } = await signedInAccount();
    await serviceTable().write(put({ ...thingKey(accountId, 'x'), id: 'x', name: 'a', secret: 's' }));
    // Each call waits until all three are there. One after the other, they would wait forever.
    const all = Promise.withResolvers<void>();
    let underWay = 0;
    const together = async <T>(call: Promise<T>): Promise<T> => {
      if (++underWay === 3) all.resolve();
      await all.promise;
      return call;
    };
    const table = serviceTable();
    const kit = testKit({
      table: () => ({
        ...table,
        get: (key) => together(table.get(key)),
        getMany: (wanted) => together(table.getMany(wanted)),
        write: (operation) => together(table.write(operation)),
      }),
    });
    await warmUp(kit);
    const handler = serve(
      limitedRead,
      {
        load: ({ path, caller }, { table: reader }) => reader.get(thingKey(caller.accountId, path.id)),
        answer: ({ loaded }) => ({ status: 200, body: { success: true, data: v.parse(thing, loaded) } }),
      },
      kit,
    );
    const response = await call(handler, { path: '/v1/things/x', pathParameters: { id: 'x' }, headers });
    expect(response.status).toBe(200);
    expect(kit.calls.toSorted()).toStrictEqual(['get', 'getMany', 'write']);
    expect(response.headers).toHaveProperty('RateLimit-Limit');
  });
});
