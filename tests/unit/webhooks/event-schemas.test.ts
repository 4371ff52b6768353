import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { eventTypes } from '#shared/http/openapi/event-types';
import { reportOf, type Shapes, schemaChanges } from './schema-changes.ts';

const PINNED = new URL('../../../docs/integrate/event-schemas.json', import.meta.url);

const current = Object.fromEntries(
  eventTypes().map(({ event, schema, example }) => [event, { ...(schema as object), examples: [example] }]),
) as Shapes;

describe('the shapes of events', () => {
  test('are those that docs/integrate/event-schemas.json pins', async () => {
    const pinned = JSON.parse(readFileSync(PINNED, 'utf8')) as Shapes;
    expect(reportOf(schemaChanges(pinned, current))).toBe('');
  });

  test('are in docs/integrate/event-schemas.json with their descriptions and examples', async () => {
    await expect(`${JSON.stringify(current, null, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/integrate/event-schemas.json',
    );
  });

  test('fit their examples', () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, double: true } });
    for (const { event, schema, example } of eventTypes()) {
      expect(ajv.validate(schema as object, example), `${event}: ${ajv.errorsText()}`).toBe(true);
    }
  });
});

describe('a change of an event', () => {
  const shape = (fields: Shapes, required = Object.keys(fields)): Shapes => ({
    'thing.done': { type: 'object', properties: fields, required },
  });
  const text = { type: 'string' };
  const before = shape({ id: text, status: { type: 'string', enum: ['on', 'off'] } });

  test.each([
    ['thing.done.id was removed', shape({ status: { type: 'string', enum: ['on', 'off'] } })],
    ['thing.done.id may be missing', shape({ id: text, status: { type: 'string', enum: ['on', 'off'] } }, ['status'])],
    ['thing.done.id was', shape({ id: { type: ['string', 'null'] }, status: { type: 'string', enum: ['on', 'off'] } })],
    ['thing.done.status was', shape({ id: text, status: { type: 'string', enum: ['on'] } })],
    ['thing.done.status was', shape({ id: text, status: { type: 'string', enum: ['on', 'off', 'dim'] } })],
    ['thing.done was removed', {}],
  ])('is breaking: %s', (sentence, now) => {
    const changes = schemaChanges(before, now);
    expect([changes.breaking.length, changes.additive]).toStrictEqual([1, []]);
    expect(reportOf(changes)).toContain(`BREAKING, receivers rely on it: ${sentence}`);
  });

  test('is additive if a field or an event is added', () => {
    const now = {
      ...shape({ id: text, status: { type: 'string', enum: ['on', 'off'] }, reason: text }),
      'thing.undone': { type: 'object' },
    };
    const changes = schemaChanges(before, now);
    expect(changes).toStrictEqual({
      breaking: [],
      additive: ['thing.done.reason was added', 'thing.undone was added'],
    });
    expect(reportOf(changes)).toMatch(/^Additive: /);
  });

  test('within a list counts as a change of a field', () => {
    const listOf = (items: Shapes[string]): Shapes => shape({ list: { type: 'array', items } });
    const changes = schemaChanges(
      listOf({ type: 'object', properties: { a: text } }),
      listOf({ type: 'object', properties: {} }),
    );
    expect(changes.breaking).toStrictEqual(['thing.done.list[].a was removed']);
  });
});
