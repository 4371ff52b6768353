import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { type ApiDocument, wrongContainers } from '#scripts/fuzz/wrong-containers';
import { takesJson } from '#shared/http/body';
import { openApiDocument } from '#shared/http/openapi/openapi';
import { parseRequest } from '#shared/http/schemas/validation';

const documentOf = (schema: object): ApiDocument => ({
  paths: {
    '/v1/things/{id}': {
      post: {
        operationId: 'createThing',
        security: [{ accessToken: [] }],
        requestBody: { content: { 'application/json': { schema } } },
      },
      get: { operationId: 'readThing' },
    },
  },
  components: {
    schemas: { Name: { type: 'string' }, Tags: { type: 'array', items: { $ref: '#/components/schemas/Name' } } },
  },
});

const sent = (schema: object): [string, unknown][] =>
  wrongContainers(documentOf(schema)).map(({ at, body }) => [at, body]);

describe('containers of the wrong type', () => {
  test('replace an object and its properties, and nothing that accepts them', () => {
    expect(sent({ type: 'object', properties: { tags: { $ref: '#/components/schemas/Tags' } } })).toEqual([
      ['', []],
      ['', ['name']],
      ['', null],
      ['tags', { tags: {} }],
      ['tags', { tags: { 0: 'name', length: 1 } }],
      ['tags', { tags: null }],
      ['tags.0', { tags: [[]] }],
      ['tags.0', { tags: [['name']] }],
      ['tags.0', { tags: [{}] }],
      ['tags.0', { tags: [{ 0: 'name', length: 1 }] }],
      ['tags.0', { tags: [null] }],
    ]);
  });

  test('replace the values of a map under a key that it accepts', () => {
    const map = { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'object' } };
    expect(sent(map).filter(([at]) => at !== '')).toEqual([
      ['a', { a: [] }],
      ['a', { a: ['name'] }],
      ['a', { a: null }],
    ]);
  });

  test('are not sent where one of several types accepts them, or where everything is accepted', () => {
    const either = { anyOf: [{ type: 'array', items: {} }, { type: ['string', 'null'] }] };
    expect(sent({ type: 'object', properties: { either, any: {} } }).filter(([at]) => at !== '')).toEqual([
      ['either', { either: {} }],
      ['either', { either: { 0: 'name', length: 1 } }],
    ]);
  });

  test('are sent to the operation', () => {
    expect(wrongContainers(documentOf({ type: 'object' }))[0]).toEqual({
      operationId: 'createThing',
      method: 'POST',
      path: '/v1/things/none',
      signedIn: true,
      body: [],
      at: '',
    });
  });
});

describe('the whole API', () => {
  const document = openApiDocument(CONTRACTS) as unknown as ApiDocument;
  const requests = wrongContainers(document);

  test('has such a request for every operation with a body', () => {
    const withBody = CONTRACTS.filter(
      ({ body, consumes, documented }) => body && takesJson(consumes) && documented !== false,
    );
    expect(new Set(requests.map(({ operationId }) => operationId)).size).toBe(withBody.length);
  });

  test('refuses each of them with its path', () => {
    const byId = new Map(
      CONTRACTS.map((contract) => [contract.name.replace(/-(.)/g, (_, c: string) => c.toUpperCase()), contract]),
    );
    const accepted = requests.filter(({ operationId, body, at }) => {
      const schema = byId.get(operationId)?.body;
      const result = parseRequest(schema ? { body: schema } : {}, { path: {}, query: {}, body });
      const details = 'refusal' in result ? (result.refusal.extras.details as readonly { path: string }[]) : [];
      return !details.some(({ path }) => path === at);
    });
    expect(accepted).toEqual([]);
  });
});
