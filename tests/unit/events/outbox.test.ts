import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { EVENTS, type EventDefinition, type EventType } from '#shared/events/catalogue';
import { emit, eventSchema, placedWrite, settledWrite } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import { derivedId } from '#shared/platform/ids';
import { type StoredItem, writeUnits } from '#tests/bench/cloud/units';

const nowMs = Date.parse('2026-11-21T14:03:27.412Z');

const created = {
  type: 'kyb.applicant.created',
  accountId: 'usr_1',
  environment: 'sandbox',
  widgetId: 'wgt_1',
  data: EVENTS['kyb.applicant.created'].example,
} as const;

const emitted = (event: Parameters<typeof emit>[0]) => {
  const operation = emit(event, nowMs);
  if (operation.kind !== 'put') throw new Error('An event is put');
  return operation;
};

describe('emitting an event', () => {
  test('is one conditional put that reads back as the event', () => {
    const { item, when } = emitted(created);
    expect(when).toStrictEqual({ pk: 'missing' });
    expect(item).toMatchObject({ pk: expect.stringMatching(/^OUTBOX#\d{1,2}$/), sk: `EVENT#${item['eventId']}` });
    expect(v.parse(eventSchema, item)).toStrictEqual({
      ...created,
      eventId: expect.stringMatching(/^sev_[0-9A-Z]{26}$/),
      occurredAt: '2026-11-21T14:03:27.412Z',
    });
  });

  test('keeps it for 30 days', () => {
    expect(emitted(created).item['expiresAtSeconds']).toBe(Math.floor(nowMs / 1000) + 30 * 86_400);
  });

  test('keeps it in no index, unless its id is so much older that a search of the outbox would have passed it', () => {
    const idOf = (age: number) => derivedId('sev', nowMs - age, Buffer.alloc(10));
    const emittedWith = (eventId: string) => {
      const operation = emit(created, nowMs, eventId);
      return operation.kind === 'put' ? operation.item : {};
    };
    expect(Object.keys(emitted(created).item).filter((name) => name.startsWith('gsi'))).toStrictEqual([]);
    expect(emittedWith(idOf(60_000))).not.toHaveProperty('gsi4pk');
    expect(emittedWith(idOf(60_001))).toMatchObject({
      gsi4pk: expect.stringMatching(/^UNPUBLISHED#[0-7]$/),
      gsi4sk: `2026-11-21T14:05:27.412Z~${idOf(60_001)}`,
    });
  });

  test('costs two units with its change and one once it is published', () => {
    const { item } = emitted(created);
    const published = { ...item, publishedAt: isoTime(nowMs), feedNumber: 1_000_000 };
    const [before, after] = [item, published].map((one) => marshall(one) as unknown as StoredItem);
    expect(writeUnits(undefined, before, true)).toBe(2);
    expect(writeUnits(before, after, false)).toBe(1);
  });

  test('is what a sweep looks at from when it is placed until it has a fate', () => {
    const { item } = emitted(created);
    const event = v.parse(eventSchema, item);
    const key = { pk: item.pk, sk: item.sk };
    expect(placedWrite(item, event, nowMs)).toStrictEqual({
      kind: 'update',
      key,
      set: {
        gsi4pk: expect.stringMatching(/^UNPUBLISHED#[0-7]$/),
        gsi4sk: `2026-11-21T14:03:27.412Z~${event.eventId}`,
      },
      when: { publishedAt: 'missing', setAsideAt: 'missing', gsi4pk: 'missing', pk: 'exists' },
    });
    expect(settledWrite(item, 'publishedAt', nowMs)).toStrictEqual({
      kind: 'update',
      key,
      set: { publishedAt: '2026-11-21T14:03:27.412Z' },
      remove: ['gsi4pk', 'gsi4sk'],
      when: { eventId: 'exists', publishedAt: 'missing' },
    });
  });

  test('omits every optional field that the event does not have', () => {
    const data = { ...created.data, businessName: 'Ada Obi Ltd' };
    expect(emitted({ ...created, data }).item['data']).toStrictEqual(created.data);
  });

  test('refuses data that does not match its event type', () => {
    expect(() => emit({ ...created, data: { ...created.data, environment: 'test' } as never }, nowMs)).toThrow(
      v.ValiError,
    );
  });

  test('gives each event an id of its own', () => {
    expect(emitted(created).item['eventId']).not.toBe(emitted(created).item['eventId']);
  });
});

describe('the catalogue', () => {
  const entries = Object.entries(EVENTS);

  test.each(entries)('%s has examples that fit its schema to the letter', (_, definition: EventDefinition) => {
    const { data, example, direct = example } = definition;
    expect(v.parse(data, example)).toStrictEqual(example);
    expect(v.parse(data, direct)).toStrictEqual(direct);
  });

  test.each(entries)('%s contains only ids, verdicts and codes', (_, { example }) => {
    const personal = /name|email|phone|address|tin$|registrationNumber|answers|subject/i;
    const names = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...names(inner)])
        : [];
    expect(names(example).filter((name) => personal.test(name))).toStrictEqual([]);
  });

  test('has the events that the interface names, for their service types', () => {
    const serviceTypeOf = (type: EventType) => EVENTS[type].webhook;
    expect(serviceTypeOf('kyb.applicant.decision')).toBe('kyc_widget');
    expect(serviceTypeOf('verification.cac.completed')).toBe('verification');
    expect(serviceTypeOf('verification.tin.completed')).toBe('verification');
  });
});
