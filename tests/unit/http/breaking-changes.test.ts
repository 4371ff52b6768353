import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { apiDocument } from '#functions/api/openapi-document';
import { breakingChanges } from '#scripts/openapi/breaking-changes';
import { readReleased } from '#scripts/openapi/released';
import { surfaceOf } from '#scripts/openapi/surface';
import type { ErrorCode } from '#shared/errors/errors';
import { type Contract, contract, type Schema } from '#shared/http/contract';
import { openApiDocument } from '#shared/http/openapi/openapi';
import { component } from '#shared/platform/described';

/** Breaks that the next release makes on purpose, each with its reason beside it. A release empties the list. */
const ACCEPTED: readonly string[] = [];

test('nothing that the released API document promises is broken', () => {
  const changes = breakingChanges(readReleased(), surfaceOf(apiDocument()));
  expect(changes.filter((change) => !ACCEPTED.includes(change))).toEqual([]);
  expect(ACCEPTED.filter((change) => !changes.includes(change))).toEqual([]);
});

test('the released API document has every operation and event of the service', () => {
  const { operations, events } = readReleased();
  expect(Object.keys(operations).length).toBeGreaterThan(100);
  expect(Object.keys(events).length).toBeGreaterThan(10);
});

interface Change {
  readonly query?: Schema;
  readonly body?: Schema;
  readonly data?: Schema;
  readonly errors?: readonly ErrorCode[];
  readonly status?: number;
  readonly representations?: readonly ['csv'];
}

const thing = (color: Schema) => component(v.object({ color }), 'Thing', 'A thing.');

const sent = {
  name: v.pipe(v.string(), v.maxLength(40)),
  kind: v.optional(v.picklist(['box', 'bag'])),
  size: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(9))),
};
const received = {
  id: v.string(),
  count: v.pipe(v.number(), v.integer()),
  state: v.picklist(['open', 'closed']),
  note: v.nullable(v.string()),
  things: v.array(thing(v.string())),
};

/** The one operation of an API, as released where nothing is changed. */
const createBox = (change: Change = {}): Contract =>
  contract({
    name: 'create-box',
    group: 'boxes',
    method: 'POST',
    route: '/v1/boxes',
    summary: 'Create a box',
    caller: 'account',
    query: change.query ?? v.object({ dry: v.optional(v.picklist(['yes', 'no'])) }),
    body: change.body ?? v.object(sent),
    success: {
      [change.status ?? 201]: v.object({ success: v.literal(true), data: change.data ?? v.object(received) }),
    },
    errors: change.errors ?? ['WIDGET_NOT_FOUND', 'INSUFFICIENT_BALANCE'],
    ...(change.representations && { representations: change.representations }),
    touches: {},
  });

const readBox: Contract = { ...createBox(), name: 'read-box', method: 'GET' };

const surface = (...contracts: readonly Contract[]) => surfaceOf(openApiDocument(contracts));

const changes = (change: Change, before: Change = {}) =>
  breakingChanges(surface(createBox(before)), surface(createBox(change)));

const object = (entries: Readonly<Record<string, Schema>>) => v.object(entries);

describe('what breaks clients', () => {
  test('a removed operation', () => {
    expect(breakingChanges(surface(createBox(), readBox), surface(createBox()))).toEqual([
      'GET /v1/boxes: was removed',
    ]);
  });

  const { id: _, ...withoutId } = received;
  const { kind: __, ...withoutKind } = sent;

  test.each<readonly [string, Change, string]>([
    ['a removed response field', { data: object(withoutId) }, 'POST /v1/boxes 201 data.id: was removed'],
    [
      'a response field of another type',
      { data: object({ ...received, id: v.number() }) },
      'POST /v1/boxes 201 data.id: was string, is number',
    ],
    [
      'an integer that may have decimals',
      { data: object({ ...received, count: v.number() }) },
      'POST /v1/boxes 201 data.count: was integer, is number',
    ],
    [
      'a response field that may be null',
      { data: object({ ...received, id: v.nullable(v.string()) }) },
      'POST /v1/boxes 201 data.id: was string, is string or null',
    ],
    [
      'a response field that may be missing',
      { data: object({ ...received, id: v.optional(v.string()) }) },
      'POST /v1/boxes 201 data.id: may be missing',
    ],
    [
      'a value that a response field no longer has',
      { data: object({ ...received, state: v.picklist(['open', 'shut']) }) },
      'POST /v1/boxes 201 data.state: no longer has the value "closed"',
    ],
    [
      'a change within a list of a named schema',
      { data: object({ ...received, things: v.array(thing(v.number())) }) },
      'POST /v1/boxes 201 data.things[].color: was string, is number',
    ],
    ['another status', { status: 200 }, 'POST /v1/boxes 201: was removed'],
    ['a removed request field', { body: object(withoutKind) }, 'POST /v1/boxes body.kind: was removed'],
    [
      'a new required request field',
      { body: object({ ...sent, color: v.string() }) },
      'POST /v1/boxes body.color: is required',
    ],
    [
      'a request field that becomes required',
      { body: object({ ...sent, kind: v.picklist(['box', 'bag']) }) },
      'POST /v1/boxes body.kind: is required',
    ],
    [
      'a narrower list of accepted values',
      { body: object({ ...sent, kind: v.optional(v.picklist(['box'])) }) },
      'POST /v1/boxes body.kind: no longer has the value "bag"',
    ],
    [
      'a text that becomes a choice',
      { body: object({ ...sent, name: v.picklist(['one', 'two']) }) },
      'POST /v1/boxes body.name: takes listed values only',
    ],
    [
      'a narrower bound',
      { body: object({ ...sent, name: v.pipe(v.string(), v.maxLength(39)) }) },
      'POST /v1/boxes body.name: maxLength is narrower',
    ],
    [
      'a bound where there was none',
      { body: object({ ...sent, name: v.pipe(v.string(), v.minLength(2), v.maxLength(40)) }) },
      'POST /v1/boxes body.name: minLength is narrower',
    ],
    ['a removed parameter', { query: v.object({}) }, 'POST /v1/boxes query dry: was removed'],
    [
      'a new required parameter',
      { query: v.object({ dry: v.optional(v.picklist(['yes', 'no'])), page: v.string() }) },
      'POST /v1/boxes query page: is required',
    ],
    [
      'a narrower parameter',
      { query: v.object({ dry: v.optional(v.picklist(['yes'])) }) },
      'POST /v1/boxes query dry: no longer has the value "no"',
    ],
    [
      'a removed error code',
      { errors: ['INSUFFICIENT_BALANCE'] },
      'POST /v1/boxes: no longer has the error 404 WIDGET_NOT_FOUND',
    ],
  ])('%s', (_name, change, expected) => {
    expect(changes(change)).toEqual([expected]);
  });

  test('a media type that is no longer offered', () => {
    expect(changes({}, { representations: ['csv'] })).toEqual(['POST /v1/boxes 201: no longer text/csv']);
  });

  test('another format of a response field', () => {
    const data = (check: Schema) => ({ data: object({ ...received, id: check }) });
    const day = v.pipe(v.string(), v.isoDate());
    const moment = v.pipe(v.string(), v.isoTimestamp());
    expect(changes(data(day), data(moment))).toEqual(['POST /v1/boxes 201 data.id: the format was date-time, is date']);
  });

  test('a removed event, and a removed field of one', () => {
    const released = readReleased();
    const [event = '', other = ''] = Object.keys(released.events);
    const { [event]: _removed, ...rest } = released.events;
    expect(breakingChanges(released, { ...released, events: rest })).toEqual([`${event}: was removed`]);
    const emptied = {
      ...released,
      events: { ...released.events, [other]: { 'application/json': { type: 'object' } } },
    };
    expect(breakingChanges(released, emptied)).toContain(`${other}.data: was removed`);
  });
});

describe('what breaks no client', () => {
  test('nothing', () => {
    expect(changes({})).toEqual([]);
  });

  test.each<readonly [string, Change]>([
    ['a new response field', { data: object({ ...received, color: v.string() }) }],
    [
      'a new value of a response field',
      { data: object({ ...received, state: v.picklist(['open', 'closed', 'lost']) }) },
    ],
    ['a field that is no longer null', { data: object({ ...received, note: v.string() }) }],
    ['a new optional request field', { body: object({ ...sent, color: v.optional(v.string()) }) }],
    ['a request field that becomes optional', { body: object({ ...sent, name: v.optional(sent.name) }) }],
    ['a wider bound', { body: object({ ...sent, name: v.string() }) }],
    ['a further accepted value', { body: object({ ...sent, kind: v.optional(v.picklist(['box', 'bag', 'tin'])) }) }],
    ['a request field that may be null', { body: object({ ...sent, name: v.nullable(sent.name) }) }],
    [
      'a new optional parameter',
      { query: v.object({ dry: v.optional(v.picklist(['yes', 'no'])), to: v.optional(v.string()) }) },
    ],
    ['a new error code', { errors: ['WIDGET_NOT_FOUND', 'INSUFFICIENT_BALANCE', 'ILLEGAL_STATE'] }],
    ['a new media type', { representations: ['csv'] }],
  ])('%s', (_name, change) => {
    expect(changes(change)).toEqual([]);
  });

  test('a new operation', () => {
    expect(breakingChanges(surface(createBox()), surface(createBox(), readBox))).toEqual([]);
  });

  test('a schema that gets a name, or contains itself', () => {
    const named = component(v.object(received), 'Box', 'A box.');
    expect(changes({ data: named })).toEqual([]);
    const tree = {
      type: 'object',
      properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    const released = {
      ...surface(createBox()),
      schemas: { Tree: tree },
      events: { grown: { 'application/json': { $ref: '#/components/schemas/Tree' } } },
    };
    expect(breakingChanges(released, released)).toEqual([]);
  });
});
