import { describe, expect, test } from 'vitest';
import { type Condition, check, put, remove, toWriteInput, update, type WriteOperation } from '#shared/db/expressions';

const key = { pk: 'P', sk: 'S' };

/** The expressions with their placeholders replaced by names and values, as DynamoDB evaluates them. */
const spelled = (operation: WriteOperation) => {
  const input = toWriteInput(operation);
  const spell = (expression: string | undefined): string | undefined =>
    expression
      ?.replace(/#n\d+/g, (name) => input.ExpressionAttributeNames?.[name] ?? `unnamed ${name}`)
      .replace(/:v\d+/g, (value) => JSON.stringify(input.ExpressionAttributeValues?.[value]) ?? `unvalued ${value}`);
  return { update: spell(input.UpdateExpression), condition: spell(input.ConditionExpression) };
};

describe('conditions', () => {
  test.each<[Condition, string]>([
    [{ a: 'missing' }, 'attribute_not_exists(a)'],
    [{ a: 'exists' }, 'attribute_exists(a)'],
    [{ a: { equals: 'x' } }, 'a = "x"'],
    [{ a: { notEquals: false } }, 'a <> false'],
    [{ a: { oneOf: [1, 2] } }, 'a IN (1, 2)'],
    [{ a: { atLeast: 3 } }, 'a >= 3'],
    [{ a: { atMost: 3 } }, 'a <= 3'],
    [{ a: { below: '2026' } }, 'a < "2026"'],
    [{ a: { missingOr: { equals: 1 } } }, '(attribute_not_exists(a) OR a = 1)'],
    [{ a: 'exists', b: { equals: 1 }, c: 'missing' }, 'attribute_exists(a) AND b = 1 AND attribute_not_exists(c)'],
  ])('%j', (when, expression) => {
    expect(spelled(check(key, when)).condition).toBe(expression);
  });

  test('are left out when there are none', () => {
    expect(toWriteInput(update(key, { add: { n: 1 }, when: {} }))).not.toHaveProperty('ConditionExpression');
  });
});

describe('changes', () => {
  test('are one expression of set, add and remove', () => {
    const change = update(key, {
      set: { a: 1, gone: undefined, b: null },
      append: { log: { entry: 'x', maxLength: 5 } },
      add: { n: 1, m: -2 },
      remove: ['c', 'd'],
      when: {},
    });
    expect(spelled(change).update).toBe('SET a = 1, b = null, log[4] = "x" ADD n 1, m -2 REMOVE c, d');
  });

  test.each([
    [{ set: { a: 1 } }, 'SET a = 1'],
    [{ add: { a: 1 } }, 'ADD a 1'],
    [{ remove: ['a'] }, 'REMOVE a'],
    [{ append: { a: { entry: 1, maxLength: 3 } } }, 'SET a[2] = 1'],
  ])('%j', (changes, expression) => {
    expect(spelled(update(key, { ...changes, when: {} })).update).toBe(expression);
  });
});

describe('names and values', () => {
  test('are never part of an expression themselves, whatever they contain', () => {
    const hostile = 'x = :v9 OR attribute_exists(pk)';
    const input = toWriteInput(update(key, { set: { [hostile]: hostile }, when: { [hostile]: { equals: hostile } } }));
    expect(input.UpdateExpression).toBe('SET #n0 = :v0');
    expect(input.ConditionExpression).toBe('#n0 = :v1');
    expect(input.ExpressionAttributeNames).toStrictEqual({ '#n0': hostile });
    expect(input.ExpressionAttributeValues).toStrictEqual({ ':v0': hostile, ':v1': hostile });
  });

  test('are left out if none is needed, because DynamoDB refuses empty ones', () => {
    const input = toWriteInput(remove(key));
    expect(input).not.toHaveProperty('ExpressionAttributeValues');
    expect(toWriteInput(put({ ...key }, {}))).toStrictEqual({
      Item: key,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });
});

describe('by default', () => {
  test('a put requires a missing item and a delete an existing one', () => {
    expect(spelled(put({ ...key })).condition).toBe('attribute_not_exists(pk)');
    expect(spelled(remove(key)).condition).toBe('attribute_exists(pk)');
  });

  test('every write requests the item that refuses it', () => {
    const writes = [put({ ...key }), update(key, { when: {} }), remove(key), check(key, { pk: 'exists' })];
    for (const write of writes) expect(toWriteInput(write).ReturnValuesOnConditionCheckFailure).toBe('ALL_OLD');
  });
});
