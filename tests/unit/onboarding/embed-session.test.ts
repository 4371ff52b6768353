import { describe, expect, test } from 'vitest';
import type { Item, WriteOperation } from '#shared/db/expressions';
import {
  answerChanges,
  fromEmbedSessionItem,
  newEmbedSession,
  toEmbedSessionItem,
} from '#shared/onboarding/sessions/embed-session';
import { findEmbedSession, sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { SESSION_TRANSITIONS, type SessionTrigger } from '#shared/onboarding/sessions/session-states';
import { isId, timeOfId } from '#shared/platform/ids';
import { aWidget } from './records.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 14);

const session = () => newEmbedSession(aWidget(), { by: 'account' }, NOW_MS);

/** The effect of an update on an item, as far as these tests need it. */
const applied = (item: Item, operation: WriteOperation): Item => {
  if (operation.kind !== 'update') throw new TypeError('Not an update');
  const removed = new Set(operation.remove);
  const kept = Object.entries({ ...item, ...operation.set }).filter(([name]) => !removed.has(name));
  return Object.fromEntries(kept) as Item;
};

describe('A new embed session', () => {
  test('gives its applicant an id that leads to the session, and from which its own id cannot be found', () => {
    const [one, other] = [session(), session()];
    expect(toEmbedSessionItem(one)).toMatchObject(embedSessionKeys.sessionOfApplicant(one.applicantId));
    expect(isId('app', one.applicantId)).toBe(true);
    expect(timeOfId(one.applicantId)).toBe(NOW_MS);
    expect(one.applicantId.slice(-16)).not.toBe(one.id.slice(-16));
    expect(one.applicantId).not.toBe(other.applicantId);
  });

  test('is not found by another id that leads to the same item', async () => {
    const stored = session();
    const found = (id: string) =>
      findEmbedSession({ get: async () => ({ ...toEmbedSessionItem(stored), id }) }, stored.id);
    expect(await found(stored.id)).toEqual(stored);
    expect(await found(session().id)).toBeUndefined();
  });

  test('begins on the first enabled module and lasts as long as its widget says', () => {
    expect(session()).toMatchObject({
      status: 'in_progress',
      currentModuleId: 'business_profile',
      moduleOrder: ['business_profile', 'cac_verification'],
      referenceId: null,
      answers: {},
      attachments: {},
      expiresAt: '2026-11-21T14:30:00.000Z',
    });
  });

  test('has no current module if none is enabled', () => {
    expect(newEmbedSession(aWidget({ modules: {} }), { by: 'account' }, NOW_MS)).toMatchObject({
      currentModuleId: null,
      moduleOrder: [],
    });
  });
});

describe('A stored embed session', () => {
  test('is read as it was written, with answers of several modules', () => {
    const answered = {
      ...session(),
      answers: {
        business_profile: { businessName: 'Adire', website: '' },
        directors_kyc: { fullNames: ['Ada Obi', 'Bayo Ade'] },
      },
    };
    expect(fromEmbedSessionItem(toEmbedSessionItem(answered))).toStrictEqual(answered);
  });

  test('merges two concurrent saves of one module field by field', () => {
    const item = toEmbedSessionItem(session());
    const save = (given: Record<string, string>) =>
      sessionTransition('wses_1', 'save', { nowMs: NOW_MS, answers: { moduleId: 'business_profile', given } });
    const both = applied(applied(item, save({ businessName: 'Adire', email: 'a@b.example' })), save({ phone: '0803' }));
    expect(fromEmbedSessionItem(both).answers).toStrictEqual({
      business_profile: { businessName: 'Adire', email: 'a@b.example', phone: '0803' },
    });
  });

  test('removes an answer that is set to null', () => {
    const item = toEmbedSessionItem({ ...session(), answers: { business_profile: { businessName: 'A', phone: '1' } } });
    const takenBack = sessionTransition('wses_1', 'save', {
      nowMs: NOW_MS,
      answers: { moduleId: 'business_profile', given: { phone: null } },
    });
    expect(fromEmbedSessionItem(applied(item, takenBack)).answers).toStrictEqual({
      business_profile: { businessName: 'A' },
    });
  });

  test('is refused if it contains an answer of an unknown module', () => {
    const item = { ...toEmbedSessionItem(session()), 'answer.space_travel.planet': 'Mars' };
    expect(() => fromEmbedSessionItem(item)).toThrow();
  });
});

describe('Answers as changes', () => {
  test('name one attribute for each field', () => {
    expect(answerChanges('tin_verification', { tin: '12345678-0001', note: null })).toStrictEqual({
      set: { 'answer.tin_verification.tin': '12345678-0001' },
      remove: ['answer.tin_verification.note'],
    });
  });
});

describe('A change of an embed session', () => {
  test.each(Object.entries(SESSION_TRANSITIONS))('%s names the statuses it may come from', (trigger, { from, to }) => {
    expect(sessionTransition('wses_1', trigger as SessionTrigger, { nowMs: NOW_MS })).toMatchObject({
      kind: 'update',
      set: { status: to, updatedAt: '2026-11-21T14:00:00.000Z' },
      when: { status: { oneOf: from } },
    });
  });

  test('keeps its own condition together with that of the caller', () => {
    const when = { expiresAt: { atLeast: '2026-11-21T14:00:00.000Z' }, status: { equals: 'submitted' } } as const;
    expect(sessionTransition('wses_1', 'save', { nowMs: NOW_MS, when })).toMatchObject({
      when: { expiresAt: when.expiresAt, status: { oneOf: ['in_progress'] } },
    });
  });
});
