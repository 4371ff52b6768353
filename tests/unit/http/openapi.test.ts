import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { publishedDocument } from '#scripts/openapi/published-document';
import { EVENTS, type EventDefinition } from '#shared/events/catalogue';
import { type Contract, contract } from '#shared/http/contract';
import { ERROR_ROW, type ErrorRow, MESSAGE_CODE_ROW, MESSAGE_ROW } from '#shared/http/error-rows';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';
import { openApiDocument } from '#shared/http/openapi/openapi';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import { optionalPageQueryEntries, pageQueryEntries } from '#shared/http/schemas/pagination';
import { dereferenced, documentedOperations, documentJson, type Json } from '#tests/support/api-document';

/** A contract with every setting that is visible in the document. */
const createThing = contract({
  name: 'create-thing',
  group: 'things',
  method: 'POST',
  route: '/v1/boxes/{boxId}/things',
  summary: 'Create a thing',
  description: 'In a box.',
  caller: 'account',
  limit: 'createApplicant',
  path: v.object({ boxId: v.pipe(v.string(), v.startsWith('box_')) }),
  query: v.object({ ...pageQueryEntries, dry: v.optional(v.picklist(['yes', 'no'])) }),
  body: v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
    size: v.optional(v.pipe(v.number(), v.integer()), 5),
  }),
  success: {
    201: v.object({ success: v.literal(true), data: v.object({ id: v.string(), note: v.nullable(v.string()) }) }),
  },
  errors: ['WIDGET_NOT_FOUND', 'INSUFFICIENT_BALANCE'],
  idempotent: 'commit',
  touches: { writes: ['outbox'] },
});

const list = contract({
  name: 'list-things',
  group: 'things',
  method: 'GET',
  route: '/v1/things',
  summary: 'List',
  caller: 'public',
  query: v.object({ token: v.string(), ...optionalPageQueryEntries }),
  success: { 200: v.array(v.string()) },
  touches: {},
});

// biome-ignore lint/suspicious/noExplicitAny: a document is read as its readers read it.
const read = (contracts: readonly Contract[], options = {}): any =>
  JSON.parse(JSON.stringify(openApiDocument(contracts, options)));

interface Link {
  readonly operationId: string;
  readonly parameters: Record<string, string>;
}

interface DescribedSchema {
  readonly pointer: string;
  readonly text: string;
  readonly examples: readonly unknown[];
}

const WHOLE_DOCUMENT = documentJson();

/** The example of a schema, and those within the components that it consists of. */
const examplesOf = ({ example, schema }: { example?: unknown; schema?: Json }): readonly unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...(schema?.oneOf ?? [schema]).flatMap((one: Json) => dereferenced(WHOLE_DOCUMENT, one)?.examples ?? []),
];

/** The error codes of a response, by the bodies that it may have. */
const codesOf = (document: Json, response: Json): string[] => {
  const { schema } = dereferenced(document, response).content['application/json'];
  return (schema.oneOf ?? [schema]).map((one: Json) => dereferenced(document, one).properties.code.const);
};

/** Every schema in a part of the document, as a JSON Pointer (RFC 6901) in a URI, with its examples. */
const schemasUnder = (node: unknown, pointer: string): DescribedSchema[] => {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) => {
    const below = `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    if (name !== 'schema') return schemasUnder(child, below);
    return [
      {
        pointer: below,
        text: JSON.stringify(child),
        examples: examplesOf(node),
      },
    ];
  });
};

const operation = read([createThing]).paths['/v1/boxes/{boxId}/things'].post;

describe('the document of the whole API', () => {
  const document = WHOLE_DOCUMENT;

  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  test('contains schemas that are valid JSON Schema, and examples that match them', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajvFormats.default(ajv);
    ajv.addSchema({ $id: 'api', ...document });
    const described = schemasUnder(document, '');
    expect(described.length).toBeGreaterThan(CONTRACTS.length * 2);
    const compiled = new Map<string, ValidateFunction>();
    for (const { pointer, text, examples } of described) {
      const validate = compiled.get(text) ?? ajv.compile({ $ref: `api#${pointer}` });
      compiled.set(text, validate);
      for (const example of examples)
        expect(validate(example), `${pointer}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  test('links responses to operations and parameters that exist', () => {
    const operations = Object.values(read(CONTRACTS).paths).flatMap((path) =>
      Object.values(path as Record<string, { operationId: string; parameters: { name?: string }[] }>),
    );
    const links = CONTRACTS.flatMap((linking) =>
      Object.values(read([linking]).paths[linking.route]?.[linking.method.toLowerCase()]?.responses ?? {}).flatMap(
        (response) => Object.values((response as { links?: Record<string, Link> }).links ?? {}),
      ),
    );
    expect(links.length).toBeGreaterThan(10);
    for (const { operationId, parameters } of links) {
      const target = operations.find((found) => found.operationId === operationId);
      expect(target, operationId).toBeDefined();
      for (const [name, expression] of Object.entries(parameters)) {
        expect(target?.parameters.map((parameter) => parameter.name)).toContain(name);
        expect(expression).toMatch(/^\$response\.body#(\/\w+)+$/);
      }
    }
  });

  test('names each operation once', () => {
    const operations = Object.values(read(CONTRACTS).paths).flatMap((path) =>
      Object.values(path as Record<string, { operationId: string }>),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the document that clients are generated from', () => {
  const whole = WHOLE_DOCUMENT;
  const published: Json = JSON.parse(JSON.stringify(publishedDocument()));
  const namesOf = (document: Json) => documentedOperations(document).map(({ name }) => name);

  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(published)).toMatchObject({ valid: true });
  });

  test('has every operation but those of administrators and providers, which the whole document marks as internal', () => {
    const operations = documentedOperations(whole);
    const internal = operations.filter(({ operation: { 'x-internal': marked } }) => marked);
    expect(new Set(internal.flatMap(({ operation: { tags } }) => tags))).toStrictEqual(new Set(['admin', 'callbacks']));
    const rest = operations.filter(
      ({ operation: { tags = [] } }) => !tags.includes('admin') && !tags.includes('callbacks'),
    );
    expect(namesOf(published)).toStrictEqual(rest.map(({ name }) => name));
    expect(rest.length + internal.length).toBe(operations.length);
    expect(JSON.stringify(published)).not.toMatch(
      /x-internal|\/v1\/(admin|callbacks)\/|callbackSignature|"name":"(admin|callbacks)"/,
    );
  });

  test('describes its operations in the words of the whole document', () => {
    for (const [name, schema] of Object.entries(published.components.schemas))
      expect(schema, name).toStrictEqual(whole.components.schemas[name]);
    expect(published.webhooks).toStrictEqual(whole.webhooks);
    expect(published.info).toStrictEqual(whole.info);
  });
});

describe('the words of the document', () => {
  const operations = documentedOperations(WHOLE_DOCUMENT).filter(({ isWebhook }) => !isWebhook);

  /** Every text that people read. */
  const textsIn = (node: Json): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries<Json>(node).flatMap(([key, value]) => {
      if (key === 'example' || key === 'examples') return [];
      const isText = (key === 'description' || key === 'summary') && typeof value === 'string';
      return isText ? [value] : textsIn(value);
    });
  };
  const texts = textsIn(WHOLE_DOCUMENT);

  test('are those of its readers: no name of an operation or a limit, and nothing about the implementation', () => {
    expect(texts.length).toBeGreaterThan(1000);
    const ids = operations.map(({ operation: { operationId } }) => operationId);
    const names = [...ids, ...Object.keys(RATE_LIMITS)].filter((name) => /[A-Z]/.test(name));
    const built = 'outbox|shard|partition|lease|middleware|handler|contract';
    const ours = new RegExp(`\\b(${names.join('|')})\\b|\\b(${built})s?\\b|\\[object|\\bundefined\\b|DynamoDB|Lambda`);
    expect(texts.filter((text) => ours.test(text))).toStrictEqual([]);
  });

  test('use one verb for one act', () => {
    const verbs = operations.map(({ operation: { operationId } }) => operationId.replace(/[A-Z].*/, ''));
    expect(verbs).toEqual(expect.arrayContaining(['create', 'read', 'list', 'update', 'delete']));
    const others = ['change', 'edit', 'modify', 'get', 'fetch', 'retrieve', 'make', 'new', 'destroy'];
    expect(verbs.filter((verb) => others.includes(verb))).toStrictEqual([]);
  });

  test('mention the sandbox only in operations that exist only in the sandbox', () => {
    for (const {
      name,
      operation: { operationId },
    } of operations)
      expect(/Sandbox/.test(operationId), operationId).toBe(name.includes(' /v1/sandbox/'));
  });
});

describe('an operation', () => {
  test('has the name, tag and summary of its contract', () => {
    expect(operation).toMatchObject({
      operationId: 'createThing',
      tags: ['things'],
      summary: 'Create a thing',
      description:
        'In a box.\n\nRate limit: 10 requests per minute per IP address, shared by all requests that create an applicant.',
    });
  });

  test('states its limit if it has no other description, and if only some requests count', () => {
    const { description: _, ...undescribed } = createThing;
    const described = (one: Contract) => read([one]).paths[one.route].post.description;
    expect(described({ ...undescribed, limit: 'auth' })).toBe(
      'Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.',
    );
    expect(described({ ...undescribed, limit: 'webhookWrites', limitApplies: () => true })).toBe(
      'Rate limit: 100 requests per hour per IP address, shared by all requests that create or delete a webhook ' +
        'registration. Only requests with valid fields that ask for something new are counted.',
    );
  });

  test('has its parameters: the path, the query with the meaning of its texts, and the idempotency key', () => {
    expect(operation.parameters).toStrictEqual([
      { name: 'boxId', in: 'path', required: true, schema: { type: 'string', pattern: '^box_' } },
      {
        name: 'page',
        in: 'query',
        required: false,
        description: 'The page number, starting at 1.',
        schema: { type: 'integer', minimum: 1, maximum: 999_999_999, default: 1 },
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'The number of entries per page.',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      { name: 'dry', in: 'query', required: false, schema: { enum: ['yes', 'no'], type: 'string' } },
      { $ref: '#/components/parameters/IdempotencyKey' },
      { $ref: '#/components/parameters/SandboxError' },
    ]);
  });

  test('of an embed endpoint that changes something may be signed by the host of its widget', () => {
    const embed = { caller: 'embed', idempotent: undefined } as const;
    const parametersOf = (one: Contract) => {
      const { paths } = read([one]);
      return Object.values<Record<string, { parameters: unknown[] }>>(paths)[0]?.[one.method.toLowerCase()]?.parameters;
    };
    const signature = { $ref: '#/components/parameters/WidgetSignature' };
    expect(parametersOf({ ...list, ...embed, method: 'PATCH' } as never)).toContainEqual(signature);
    expect(parametersOf({ ...list, ...embed, method: 'GET' } as never)).not.toContainEqual(signature);
    expect(parametersOf({ ...list, method: 'POST' })).not.toContainEqual(signature);
  });

  test('describes the request body before transformations, and the response body', () => {
    const { requestBody, responses } = operation;
    expect(requestBody).toStrictEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 120 },
              size: { type: 'integer', default: 5 },
            },
            required: ['name'],
          },
        },
      },
    });
    expect(responses['201'].content['application/json'].schema.properties.data.required).toStrictEqual(['id', 'note']);
  });

  test('has every refusal that its settings imply and that it names', () => {
    const document = read([createThing]);
    const codes = Object.fromEntries(
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => [status, codesOf(document, response)]),
    );
    expect(codes).toStrictEqual({
      400: ['VALIDATION_FAILED', 'MALFORMED_JSON', 'ENVIRONMENT_MISMATCH', 'IDEMPOTENCY_KEY_INVALID'],
      401: ['UNAUTHENTICATED'],
      402: ['INSUFFICIENT_BALANCE'],
      403: ['CROSS_SITE_REQUEST'],
      404: ['WIDGET_NOT_FOUND'],
      409: ['IDEMPOTENCY_IN_PROGRESS'],
      413: ['BODY_TOO_LARGE'],
      415: ['UNSUPPORTED_CONTENT_TYPE'],
      422: ['IDEMPOTENCY_KEY_REUSED'],
      // A 429 has no place for its code.
      429: [''],
      500: ['INTERNAL_ERROR'],
      503: ['SERVICE_UNAVAILABLE'],
    });
  });

  test('has no refusal that it cannot return', () => {
    const { responses } = read([list]).paths['/v1/things'].get;
    expect(Object.keys(responses)).toStrictEqual(['200', '400', '500']);
    const admin = contract({ ...list, caller: 'admin' });
    expect(Object.keys(read([admin]).paths['/v1/things'].get.responses)).toStrictEqual([
      '200',
      '400',
      '401',
      '403',
      '500',
      '503',
    ]);
  });

  test("shows the exact bodies of its refusals, in its endpoint's shape", () => {
    const shaped = contract({ ...createThing, errorRows: { 401: MESSAGE_ROW, 402: MESSAGE_CODE_ROW, 500: ERROR_ROW } });
    const { paths, components } = read([shaped]);
    const { responses } = paths[shaped.route].post;
    const exampleOf = (status: number): unknown =>
      dereferenced({ components }, responses[status].content['application/json'].schema).examples[0];
    expect(exampleOf(401)).toStrictEqual({ message: expect.any(String) });
    expect(exampleOf(402)).toStrictEqual({
      message: expect.any(String),
      code: 'INSUFFICIENT_BALANCE',
      details: { balanceKobo: 20_000, requiredKobo: 50_000 },
    });
    expect(exampleOf(500)).toStrictEqual({ success: false, error: expect.any(String) });
    expect(exampleOf(429)).toStrictEqual({ success: false, message: expect.any(String) });
    expect(responses[401].content['application/json'].schema).toStrictEqual({
      $ref: '#/components/schemas/ErrorMessage',
    });
  });

  test("has its endpoint's own body, and shows the content", () => {
    const row: ErrorRow = {
      name: 'ThingWaitsError',
      keys: { success: 'false', error: 'code', message: 'sentence', data: 'data' },
      data: { schema: v.object({ thingId: v.string() }), example: { thingId: 'thing-1' } },
    };
    const worded = contract({ ...createThing, errors: ['FORBIDDEN'], errorRows: { 403: row } });
    const { components, paths } = read([worded]);
    expect(components.schemas.ForbiddenThingWaitsError).toMatchObject({
      required: ['success', 'error', 'message', 'data'],
      properties: {
        success: { const: false },
        error: { const: 'FORBIDDEN' },
        data: { properties: { thingId: { type: 'string' } } },
      },
    });
    const { schema } = paths[worded.route].post.responses[403].content['application/json'];
    expect(schema).toStrictEqual({
      oneOf: [
        { $ref: '#/components/schemas/CrossSiteRequestThingWaitsError' },
        { $ref: '#/components/schemas/ForbiddenThingWaitsError' },
      ],
    });
    expect(components.schemas.ForbiddenThingWaitsError.examples[0]).toStrictEqual({
      success: false,
      error: 'FORBIDDEN',
      message: expect.any(String),
      data: { thingId: 'thing-1' },
    });
  });

  test('has a body for each code, with the details of that code', () => {
    const { components, paths } = read([createThing]);
    const { schema } = paths[createThing.route].post.responses[402].content['application/json'];
    expect(schema).toStrictEqual({ $ref: '#/components/schemas/InsufficientBalanceError' });
    const { InsufficientBalanceError, ValidationFailedError, WidgetNotFoundError, RateLimitError } = components.schemas;
    expect(Object.keys(InsufficientBalanceError.properties.details.properties)).toStrictEqual([
      'balanceKobo',
      'requiredKobo',
    ]);
    expect(ValidationFailedError.properties.details.items).toStrictEqual({ $ref: '#/components/schemas/Problem' });
    expect(Object.keys(WidgetNotFoundError.properties)).toStrictEqual(['success', 'status', 'message', 'code']);
    // Code that reads `code` of any error compiles in a generated client, although a 429 never has one.
    expect(RateLimitError.required).toStrictEqual(['success', 'message']);
    expect(RateLimitError.properties.code).toMatchObject({ type: 'string', const: '' });
  });

  test('refuses two bodies with one name', () => {
    const named = (name: string): ErrorRow => ({ name: 'ThingError', keys: { [name]: 'sentence' } });
    const two = contract({ ...createThing, errorRows: { 400: named('message'), 401: named('error') } });
    expect(() => openApiDocument([two])).toThrow('ThingError');
  });

  test('states which cookies it accepts, sets and clears', () => {
    const of = (cookies: 'set' | 'renewed' | 'cleared') => {
      const { parameters, responses } = read([contract({ ...list, cookies })]).paths['/v1/things'].get;
      const taken = parameters.filter(({ $ref }: { $ref?: string }) => $ref?.endsWith('Cookie')).length;
      return [taken, responses['200'].headers['Set-Cookie'], responses['400'].headers['Set-Cookie']];
    };
    const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
    expect(of('set')).toStrictEqual([0, header('SessionCookies'), undefined]);
    expect(of('renewed')).toStrictEqual([1, header('SessionCookies'), undefined]);
    expect(of('cleared')).toStrictEqual([0, header('ClearedCookies'), undefined]);
  });

  test('declares the headers of its responses', () => {
    const names = (status: number): string[] => Object.keys(operation.responses[status].headers);
    const limit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    expect(names(201)).toStrictEqual(['X-Request-Id', ...limit, 'Idempotency-Replayed']);
    expect(names(404)).toStrictEqual(['X-Request-Id', 'X-Error-Code', ...limit]);
    expect(names(429)).toStrictEqual(['X-Request-Id', 'X-Error-Code', ...limit, 'Retry-After']);
    expect(Object.keys(read([list]).paths['/v1/things'].get.responses['200'].headers)).toStrictEqual(['X-Request-Id']);
  });

  test.each([
    ['account', [{ accessToken: [] }, { tokenCookie: [] }, { secretKey: [] }]],
    ['session', [{ accessToken: [] }, { tokenCookie: [] }]],
    ['admin', [{ accessToken: [] }, { tokenCookie: [] }]],
    ['public', []],
    ['embed', [{ embedToken: [] }]],
  ] as const)('for the caller %s requires %j', (caller, security) => {
    expect(read([contract({ ...list, caller })]).paths['/v1/things'].get.security).toStrictEqual(security);
  });

  test('states when it serves a page or accepts a form', () => {
    const page = contract({ ...createThing, consumes: 'form', produces: 'html', success: { 200: v.string() } });
    const document = read([page]);
    const { requestBody, responses } = document.paths[page.route].post;
    expect(Object.keys(requestBody.content)).toStrictEqual(['application/x-www-form-urlencoded']);
    expect(responses['200'].content).toStrictEqual({ 'text/html': { schema: { type: 'string' } } });
    expect(codesOf(document, responses['400'])).not.toContain('MALFORMED_JSON');
  });

  test('with fields and files says which files it accepts', () => {
    const files = {
      file: { types: ['pdf', 'png'], required: true, maxCount: 1, maxBytes: 4_000_000 },
      documents: { types: ['pdf'], required: false, maxCount: 5, maxBytes: 1_000, maxTotalBytes: 2_000 },
    } as const;
    const upload = contract({ ...createThing, consumes: 'json-or-multipart', files });
    const document = read([upload]);
    const { requestBody, responses } = document.paths[upload.route].post;
    expect(Object.keys(requestBody.content)).toStrictEqual(['application/json', 'multipart/form-data']);
    const { schema } = requestBody.content['multipart/form-data'];
    expect(schema.required).toContain('file');
    expect(schema.required).not.toContain('documents');
    expect(schema.properties).toMatchObject({
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
      documents: { type: 'array', maxItems: 5, description: expect.stringContaining('2000 bytes together') },
    });
    expect(requestBody.content['application/json'].schema.properties).not.toHaveProperty('file');
    const codes = (status: number) => codesOf(document, responses[status]);
    expect(codes(400)).toContain('MALFORMED_MULTIPART');
    expect(codes(415).sort()).toStrictEqual(['UNSUPPORTED_CONTENT_TYPE', 'UNSUPPORTED_FILE_TYPE']);
  });

  test('shares its path with the other methods of its route', () => {
    const read1 = contract({ ...list, route: createThing.route });
    expect(Object.keys(read([createThing, read1]).paths[createThing.route])).toStrictEqual(['post', 'get']);
  });
});

describe('the webhooks', () => {
  const { webhooks, components } = read([]);

  test('are the events that registrations can subscribe to', () => {
    const events = Object.entries<EventDefinition>(EVENTS).filter(([, { webhook }]) => webhook !== null);
    expect(Object.keys(webhooks)).toStrictEqual([...events.map(([event]) => event), 'webhook.test']);
  });

  test('show a delivery with its envelope, its headers and an example', () => {
    const { post } = webhooks['kyb.applicant.decision'];
    const { schema: named, example } = post.requestBody.content['application/json'];
    expect(named).toStrictEqual({ $ref: '#/components/schemas/KybApplicantDecisionEvent' });
    const schema = components.schemas.KybApplicantDecisionEvent;
    expect(post.security).toStrictEqual([{ deliverySignature: [] }]);
    expect(schema.required).toStrictEqual(['id', 'event', 'createdAt', 'data']);
    expect(example).toMatchObject({ event: 'kyb.applicant.decision', data: EVENTS['kyb.applicant.decision'].example });
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
    expect(ajv.validate({ ...schema, components }, example)).toBe(true);
    const names = post.parameters.map(
      ({ $ref }: { $ref: string }) => components.parameters[$ref.split('/').at(-1) ?? ''].name,
    );
    expect(names).toStrictEqual([
      'X-Service-Event',
      'X-Service-Delivery',
      'X-Service-Event-Id',
      'X-Service-Request-Id',
      'X-Service-Signature',
      'X-Service-Timestamp',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
  });
});

describe('the document', () => {
  test('names the host that serves it, unless another address is configured', () => {
    const document = openApiDocument([list]);
    expect(document.servers).toStrictEqual([{ url: '/', description: expect.any(String) }]);
    const elsewhere = documentAt(document, { url: 'https://api.example', supportEmail: 'help@api.example' });
    expect(elsewhere.servers).toStrictEqual([{ url: 'https://api.example', description: expect.any(String) }]);
    expect(elsewhere.info.contact).toStrictEqual({ name: 'Support', email: 'help@api.example' });
    const { servers, info } = document;
    expect(JSON.stringify({ ...elsewhere, servers, info })).toBe(JSON.stringify(document));
    expect(Object.keys(elsewhere)).toStrictEqual(Object.keys(document));
  });

  test('leaves out pages that only people visit', () => {
    const checkout = contract({ ...list, route: '/v1/checkout', documented: false });
    expect(Object.keys(read([list, checkout]).paths)).toStrictEqual(['/v1/things']);
  });
});
