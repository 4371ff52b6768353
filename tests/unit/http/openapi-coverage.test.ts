import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { EXAMPLE_VALUES } from '#functions/api/example-values';
import { EXAMPLES } from '#functions/api/examples';
import { readOpenapi } from '#functions/api/meta/read-openapi.contract';
import type { Contract } from '#shared/http/contract';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';
import { withValues } from '#shared/http/request-example';
import {
  bodyProblems,
  dereferenced,
  documentedOperations,
  documentJson,
  type Json,
  responseSchema,
  schemasIn,
} from '#tests/support/api-document';

const document = documentJson();
const operations = documentedOperations(document);
const parametersOf = (operation: Json): Json[] =>
  (operation.parameters ?? []).map((parameter: Json) => dereferenced(document, parameter));
const contentsOf = (node: Json): Json[] => Object.values(node?.content ?? {});

/** Every schema that the document starts from, with its place. */
const roots: (readonly [place: string, schema: Json])[] = [
  ...Object.entries<Json>(document.components.schemas),
  ...operations.flatMap(({ name, operation }): [string, Json][] => [
    ...parametersOf(operation).map((parameter): [string, Json] => [`${name} ${parameter.name}`, parameter.schema]),
    ...contentsOf(operation.requestBody).map(({ schema }): [string, Json] => [`${name} body`, schema]),
    ...Object.entries<Json>(operation.responses).flatMap(([status, response]) =>
      contentsOf(dereferenced(document, response)).map(({ schema }): [string, Json] => [`${name} ${status}`, schema]),
    ),
  ]),
];

/** The names of parts without a description, neither their own nor that of the component that they refer to. */
const undescribed = (named: readonly (readonly [string, Json])[]): string[] =>
  named
    .filter(([, node]) => !node.description?.trim() && !dereferenced(document, node)?.description?.trim())
    .map(([name]) => name);

describe('everything in the API document is described', () => {
  test('every property of every schema, at every depth', () => {
    const properties = roots.flatMap(([place, root]) =>
      [...schemasIn(root, place)].flatMap(({ schema, place: at }) =>
        Object.entries<Json>(schema.properties ?? {}).map(([name, property]) => [`${at}.${name}`, property] as const),
      ),
    );
    expect(properties.length).toBeGreaterThan(300);
    expect(undescribed(properties)).toStrictEqual([]);
  });

  test('every component', () => {
    const { schemas, headers, parameters, responses, securitySchemes } = document.components;
    const components = { schemas, headers, parameters, responses, securitySchemes };
    for (const [kind, named] of Object.entries(components)) {
      expect(Object.keys(named), kind).not.toStrictEqual([]);
      expect(undescribed(Object.entries(named)), kind).toStrictEqual([]);
    }
  });

  test('every operation and webhook, with its parameters, body, responses and their headers', () => {
    expect(operations.length).toBeGreaterThan(40);
    for (const { name, operation } of operations) {
      expect(operation.summary, name).toBeTruthy();
      expect(operation.description, name).toBeTruthy();
      const parameters = parametersOf(operation).map((parameter) => [parameter.name, parameter] as const);
      expect(undescribed(parameters), name).toStrictEqual([]);
      const responses = Object.entries<Json>(operation.responses);
      expect(undescribed(responses), name).toStrictEqual([]);
      for (const [status, response] of responses)
        expect(
          undescribed(Object.entries<Json>(dereferenced(document, response).headers ?? {})),
          `${name} ${status}`,
        ).toStrictEqual([]);
    }
  });

  test('the document itself, its servers and its tags', () => {
    expect(document.info.description).toBeTruthy();
    expect(document.servers).not.toStrictEqual([]);
    expect(undescribed(document.servers.map((server: Json) => [server.url, server]))).toStrictEqual([]);
    expect(undescribed(document.tags.map((tag: Json) => [tag.name, tag]))).toStrictEqual([]);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []));
    expect(document.tags.map(({ name }: Json) => name).sort()).toStrictEqual([...used].sort());
  });
});

/** The components that a schema consists of. */
const bodiesOf = (schema: Json): Json[] => (schema.oneOf ?? [schema]).map((body: Json) => dereferenced(document, body));

describe('every operation', () => {
  test.each(operations.map(({ name, operation }) => [name, operation] as const))('%s has examples', (_, operation) => {
    for (const parameter of parametersOf(operation))
      if (parameter.in !== 'header' && parameter.required) expect(parameter, parameter.name).toHaveProperty('example');
    for (const content of contentsOf(operation.requestBody)) expect(content).toHaveProperty('example');
    for (const [status, response] of Object.entries<Json>(operation.responses))
      for (const content of contentsOf(dereferenced(document, response)))
        expect(
          'example' in content || bodiesOf(content.schema).every(({ examples }) => examples?.length > 0),
          status,
        ).toBe(true);
  });

  test('has an example of its response without undeclared fields', () => {
    const problems = bodyProblems();
    const documented = CONTRACTS.filter(({ documented, produces }) => documented !== false && !produces);
    for (const contract of documented) {
      const { response } = EXAMPLES[contract.name] ?? {};
      const body = JSON.parse(withValues(JSON.stringify(response), EXAMPLE_VALUES));
      for (const status of Object.keys(contract.success).map(Number)) {
        expect(problems(contract, status, body), `${contract.name} ${status}`).toBeUndefined();
        if (contract.name !== 'read-openapi')
          expect(problems(contract, status, { ...body, undescribed: 1 }), contract.name).toContain('properties');
        if (body.data?.id)
          expect(problems(contract, status, { ...body, data: { ...body.data, undescribed: 1 } })).toContain(
            'properties',
          );
      }
    }
  });

  test('declares a page that it returns as a text, with the beginning of one as its example', () => {
    const pages = CONTRACTS.filter(({ documented, produces }) => documented !== false && produces);
    expect(pages.map(({ name }) => name)).toStrictEqual(['show-receipt']);
    for (const contract of pages) {
      expect(EXAMPLES[contract.name]?.response).toMatch(/^<!doctype html>/);
      expect(bodyProblems()(contract, 200, EXAMPLES[contract.name]?.response)).toBeUndefined();
      expect(bodyProblems()(contract, 200, { undescribed: 1 })).toContain('string');
    }
  });

  test('that returns the document has a schema that the document itself fits', () => {
    expect(bodyProblems()(readOpenapi, 200, document)).toBeUndefined();
  });

  test('states who may call it: no operation is public by omission', () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { name, operation } of operations) {
      expect(operation.security, name).toBeInstanceOf(Array);
      for (const requirement of operation.security)
        expect(schemes).toEqual(expect.arrayContaining(Object.keys(requirement)));
    }
    const operationOf = ({ method, route }: Contract): Json => document.paths[route]?.[method.toLowerCase()];
    for (const contract of CONTRACTS.filter(({ documented }) => documented !== false))
      if (contract.caller === 'account') expect(operationOf(contract).security, contract.name).toHaveLength(3);
  });

  test('states the numbers of its limit, and which operations share it', () => {
    const limited = CONTRACTS.filter(({ limit, documented }) => limit && documented !== false);
    expect(limited.length).toBeGreaterThan(10);
    for (const { name, limit, route, method } of limited) {
      const { description } = document.paths[route][method.toLowerCase()];
      expect(description).toContain(`Rate limit: ${limit && RATE_LIMITS[limit].requests} requests `);
      const isShared = CONTRACTS.filter((other) => other.limit === limit).length > 1;
      expect(description.includes('shared by'), name).toBe(isShared);
    }
  });

  test('responds with named schemas: a success has no unnamed object larger than an envelope', () => {
    const anonymous = operations
      .filter(({ isWebhook }) => !isWebhook)
      .flatMap(({ name, operation }) =>
        Object.keys(operation.responses)
          .filter((status) => status.startsWith('2'))
          .flatMap((status) => {
            const schema = responseSchema(document, operation, Number(status));
            return [...schemasIn(schema, name)]
              .filter(({ schema: inner, place }) => place !== name && inner.properties)
              .map(({ place }) => place);
          }),
      );
    expect(anonymous).toStrictEqual([]);
  });
});
