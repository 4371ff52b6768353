import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { list, object, record, uniqueList } from '#shared/http/schemas/containers';
import { messageOf } from '#shared/http/schemas/validation-messages';

const problemsOf = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input, { message: messageOf });
  return result.success ? [] : result.issues.map((issue) => [v.getDotPath(issue), issue.message]);
};

/** An array or object of a million entries that fails the test when one of them is accessed. */
const untouchable = <T extends object>(target: T): T =>
  new Proxy(target, {
    get: (whole, name) => {
      if (typeof name === 'string' && /^(\d+|name\d+)$/.test(name)) throw new Error(`${name} was looked at`);
      return Reflect.get(whole, name);
    },
  });

class Instance {
  readonly name = 'a';
}

describe('an object', () => {
  const schema = object({ name: v.optional(v.string()) });

  test.each([
    ['an array', ['name']],
    ['an empty array', []],
    ['a class instance', new Instance()],
    ['a date', new Date(0)],
    ['a map', new Map([['name', 'a']])],
    ['null', null],
    ['a text', 'name'],
    ['a number', 7],
  ])('is not %s', (_, input) => {
    expect(problemsOf(schema, input)).toEqual([[null, 'Must be an object']]);
  });

  test('drops unknown fields, whatever their names', () => {
    const input = JSON.parse('{"name":"a","constructor":1,"toString":2,"hasOwnProperty":3,"more":[]}');
    expect(v.parse(schema, input)).toStrictEqual({ name: 'a' });
    expect(v.parse(schema, Object.assign(Object.create(null), { name: 'a' }))).toStrictEqual({ name: 'a' });
  });

  test('is guarded however its schema is wrapped', () => {
    for (const wrapped of [v.optional(schema, {}), v.nullable(schema), v.pipe(schema, v.description('A thing'))]) {
      expect(v.is(wrapped, [])).toBe(false);
      expect(v.is(wrapped, {})).toBe(true);
    }
    expect(schema['~standard'].validate([])).toHaveProperty('issues');
  });
});

const duplicate = (value: string): string => `${value} again`;

describe('a list', () => {
  const schema = list(v.string(), 3);

  test('reports the problems of its entries, each with its path', () => {
    expect(problemsOf(schema, ['a', 1, 'c'])).toEqual([['1', 'Must be a string']]);
    expect(problemsOf(schema, { 0: 'a' })).toEqual([[null, 'Must be an array']]);
  });

  test('that is too long is refused before an entry is inspected', () => {
    const long = untouchable(new Array(1_000_000).fill('x'));
    expect(problemsOf(schema, long)).toEqual([[null, 'Must have at most 3 entries']]);
    expect(problemsOf(uniqueList(v.string(), 3, duplicate), long)).toEqual([[null, 'Must have at most 3 entries']]);
  });

  test('may require unique entries: a repeated one is reported together with its own problems', () => {
    const schema = uniqueList(v.picklist(['a', 'b']), 10, duplicate);
    expect(problemsOf(schema, ['a', 'x', 'b', 'a', 'x', 'a'])).toEqual([
      ['1', 'Must be one of: a, b'],
      ['4', 'Must be one of: a, b'],
      ['3', 'a again'],
      ['4', 'x again'],
      ['5', 'a again'],
    ]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 10 }), (texts) =>
        v.is(uniqueList(v.string(), 10, duplicate), texts),
      ),
    );
  });
});

describe('a record', () => {
  const schema = record(v.picklist(['a', 'toString'], 'Unknown key'), v.boolean(), 3);

  test('accepts only its own keys', () => {
    expect(v.parse(schema, JSON.parse('{"a":true,"toString":false}'))).toStrictEqual(
      Object.fromEntries([
        ['a', true],
        ['toString', false],
      ]),
    );
    expect(Object.keys(v.parse(schema, {}))).toEqual([]);
  });

  test.each(['constructor', 'prototype', '__proto__', 'valueOf'])('never loses %s silently', (name) => {
    expect(problemsOf(schema, JSON.parse(`{"${name}":true}`))).toEqual([[name, 'Unknown key']]);
    const anyKey = record(v.string(), v.boolean(), 3);
    const problems = name === 'valueOf' ? [] : [[name, 'This name is not allowed']];
    expect(problemsOf(anyKey, JSON.parse(`{"${name}":true}`))).toEqual(problems);
  });

  test('with too many keys is refused before a key is inspected', () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name${index}`, true]));
    expect(problemsOf(schema, untouchable(wide))).toEqual([[null, 'Must have at most 3 entries']]);
  });

  test.each([[['a']], [null], [new Map()], ['a']])('is not %j', (input) => {
    expect(problemsOf(schema, input)).toEqual([[null, 'Must be an object']]);
  });
});
