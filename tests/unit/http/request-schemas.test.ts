import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { JsonSchema } from '#shared/http/openapi/openapi-schema';
import { jsonSchema } from '#shared/http/openapi/openapi-schema';
import { parseRequest } from '#shared/http/schemas/validation';
import { messageOf } from '#shared/http/schemas/validation-messages';
import {
  allRequestSchemas,
  nameOf,
  type PlacedSchema,
  requestSchemas,
  type SchemaNode,
} from '#tests/support/request-schemas';

/**
 * Fields that only their endpoint inspects, with its own schema, once the caller is proven. The size and the depth of
 * the body are bounded in any case.
 */
const OPAQUE = new Set(['receive-paystack-callback body.event', 'receive-paystack-callback body.data']);

const places = allRequestSchemas();
const placesOf = (...types: string[]): [string, PlacedSchema][] =>
  places.filter(({ schema }) => types.includes(schema.type)).map((place) => [nameOf(place), place]);

const takes = (schema: SchemaNode, input: unknown): boolean => v.safeParse(schema, input).success;

const described = (schema: SchemaNode): JsonSchema => jsonSchema(schema, 'input');

class Instance {}

/** A container with many entries that fails the test when one of them is accessed. */
const untouchable = <T extends object>(target: T): T =>
  new Proxy(target, {
    get: (whole, name) => {
      if (typeof name === 'string' && /^\d+$|^name/.test(name)) throw new Error(`${name} was looked at`);
      return Reflect.get(whole, name);
    },
  });

const MANY = 100_000;
const manyEntries = untouchable(new Array(MANY).fill('x'));
const manyNames = untouchable(Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`name${index}`, 'x'])));

test('requests are described by these kinds of schemas and no others', () => {
  const known = ['object', 'array', 'record', 'string', 'number', 'boolean', 'picklist', 'union'];
  const wrappers = ['optional', 'exact_optional', 'nullable'];
  const others = places.filter((place) => {
    return ![...known, ...wrappers].includes(place.schema.type) && !OPAQUE.has(nameOf(place));
  });
  expect(others.map((place) => `${nameOf(place)}: ${place.schema.type}`)).toEqual([]);
  expect(places.length).toBeGreaterThan(100);
});

describe.each(placesOf('object', 'record'))('%s', (_, { schema }) => {
  test('is a plain object, and nothing that merely behaves like one', () => {
    for (const other of [[], ['name'], null, new Instance(), new Map(), new Date(0), 'text', 7]) {
      expect(takes(schema, other)).toBe(false);
    }
  });
});

describe.each(placesOf('record'))('%s', (_, { schema }) => {
  test('has a bounded number of keys, counted before any is inspected', () => {
    expect(takes(schema, manyNames)).toBe(false);
    expect(described(schema)).toHaveProperty('maxProperties');
  });
});

describe.each(placesOf('array'))('%s', (_, { schema }) => {
  test('has a bounded number of entries, counted before any is inspected', () => {
    expect(takes(schema, manyEntries)).toBe(false);
    expect(described(schema)).toHaveProperty('maxItems');
  });
});

describe.each(placesOf('string'))('%s', (_, { schema }) => {
  test('is bounded: a longer value is refused, or matches nothing', () => {
    const result = v.safeParse(schema, 'x'.repeat(MANY));
    expect(result.success ? result.output : '').toBe('');
    // The value of a parameter may be a number or a time, which its format bounds.
    const bounds = described(schema);
    expect(bounds['maxLength'] ?? bounds['maximum'] ?? bounds['anyOf']).toBeDefined();
  });

  test('is well-formed Unicode', () => {
    for (const half of ['\ud800', 'a\udfffb', `${'🔒'}\ud83d`]) expect(takes(schema, half)).toBe(false);
  });
});

describe('the messages of problems', () => {
  /** Every source of an issue: schemas, and the rules of their pipes. */
  const sources = places.flatMap(
    ({ schema }) =>
      [schema, ...(schema.pipe ?? [])] as unknown as {
        readonly kind: string;
        readonly type: string;
        readonly message?: unknown;
      }[],
  );

  test("are the service's own for every kind of issue that contracts can have", () => {
    const made = sources.filter(({ kind, message }) => kind !== 'transformation' && kind !== 'metadata' && !message);
    const silent = ['optional', 'exact_optional', 'nullable', 'unknown', 'raw_check'];
    const types = [...new Set(made.map(({ type }) => type)), 'max_length', 'min_length', 'max_entries'];
    const without = types.filter((type) => {
      const issue = { type, input: 'x', expected: '("a" | "b")', requirement: 2 } as v.BaseIssue<unknown>;
      return !silent.includes(type) && messageOf(issue) === 'Is not valid';
    });
    expect(without).toEqual([]);
    expect(types.length).toBeGreaterThan(8);
  });

  const WRONG: readonly unknown[] = [
    null,
    true,
    7,
    -1.5,
    1e300,
    '',
    ' ',
    'x',
    '\ud800',
    'x'.repeat(5000),
    [],
    ['x', 'x', 7],
    {},
    { x: 1 },
    { constructor: 1 },
  ];

  /** A part of a request with one value at a path. */
  const partWith = (path: PlacedSchema['path'], value: unknown): unknown =>
    path.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value);

  test.each(CONTRACTS.map((contract) => [contract.name, contract] as const))(
    'of %s is one sentence of the service for each place, without the value that was sent',
    (_, contract) => {
      for (const { part, path } of requestSchemas(contract)) {
        for (const value of WRONG) {
          const parts = { path: {}, query: {}, body: {}, [part]: partWith(path, value) };
          const result = parseRequest({ [part]: contract[part] }, parts);
          if (!('refusal' in result)) continue;
          const details = result.refusal.extras.details as readonly { path: string; message: string }[];
          expect(details.length).toBeGreaterThan(0);
          for (const { message } of details) {
            expect(message).toMatch(/^[A-Za-z][^\n]{3,}$/);
            expect(message).not.toMatch(/Invalid|Expected|received|undefined|\[object|\("|xxx/);
          }
          expect(new Set(details.map((problem) => problem.path)).size).toBe(details.length);
        }
      }
    },
  );
});
