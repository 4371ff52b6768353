import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { accountScope } from '#shared/http/idempotency/idempotency';
import { idempotencyKeys } from '#shared/http/idempotency/keys';
import {
  fromApplicantItem,
  fromListedApplicantItem,
  newApplicant,
  toApplicantItem,
} from '#shared/onboarding/applicants/applicant';
import { addApplicant, applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { APPLICANT_TRANSITIONS, type ApplicantTrigger } from '#shared/onboarding/applicants/applicant-states';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { newEmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Scope } from '#shared/platform/scope';
import { itemBytes } from '#tests/bench/cloud/units';
import { aWidget } from './records.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 14);
const NOW = '2026-11-21T14:00:00.000Z';
const FIRST = { ofAccount: 1, ofWidget: 1, widget: 3 };

const anApplicant = () => {
  const widget = aWidget();
  const requested = { referenceId: 'customer-4711', subject: { businessName: 'Adire' }, by: 'applicant' } as const;
  return newApplicant(widget, newEmbedSession(widget, { by: 'account' }, NOW_MS), requested, 50_000);
};

describe('A new applicant', () => {
  test('is created, with every module pending and one entry in its timeline', () => {
    expect(anApplicant()).toMatchObject({
      status: 'created',
      referenceId: 'customer-4711',
      totalSpentKobo: 50_000,
      moduleOrder: ['business_profile', 'cac_verification'],
      modules: [
        { moduleId: 'business_profile', status: 'pending', reasonCodes: [], chargeKobo: 0, completedAt: null },
        { moduleId: 'cac_verification', status: 'pending', reasonCodes: [], chargeKobo: 0, completedAt: null },
      ],
      timeline: [{ status: 'created', at: NOW, by: 'applicant' }],
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  test('belongs to its session, and the session to it', () => {
    const widget = aWidget();
    const session = newEmbedSession(widget, { by: 'account' }, NOW_MS);
    const applicant = newApplicant(widget, session, { subject: {}, by: 'account' }, 0);
    expect([applicant.id, applicant.sessionId]).toStrictEqual([session.applicantId, session.id]);
  });
});

describe('A stored applicant', () => {
  test('is read as it was written', () => {
    const applicant = anApplicant();
    expect(fromApplicantItem(toApplicantItem(applicant, FIRST))).toStrictEqual(applicant);
  });

  test.each([accountScope, (scope: Scope) => accountScope({ ...scope, via: 'key', environments: ['live'] })])(
    'names the response that is kept for a repeated request: %#',
    (scopeOf) => {
      const applicant = anApplicant();
      const scope: Scope = { accountId: applicant.accountId, environments: ['live', 'sandbox'], via: 'session' };
      const keptAnswer = idempotencyKeys.idempotency(scopeOf(scope), 'a1');
      const item = toApplicantItem({ ...applicant, keptAnswer }, FIRST);
      expect(fromApplicantItem(item)).toStrictEqual({ ...applicant, keptAnswer });
    },
  );

  test('leaves out what it does not have yet, and stays below a kilobyte with long texts', () => {
    const applicant = {
      ...anApplicant(),
      subject: { businessName: 'A'.repeat(100), email: `${'e'.repeat(60)}@x.example` },
    };
    const item = toApplicantItem(applicant, FIRST);
    expect(Object.values(item)).not.toContain(null);
    expect(Object.keys(item)).not.toContain('modules');
    expect(itemBytes(marshall(item) as never)).toBeLessThan(1_024);
    expect(fromApplicantItem(item)).toStrictEqual(applicant);
  });

  test('is in the list of its account and in that of its widget', () => {
    const applicant = anApplicant();
    const item = toApplicantItem(applicant, { ofAccount: 1_204, ofWidget: 17, widget: 3 });
    const listed = fromListedApplicantItem(item);
    expect(applicantView(listed)).toStrictEqual(applicantView(applicant));
    expect(item).toMatchObject({ gsi1sk: '000000001204', gsi2sk: '000000000017' });
  });

  test('is written once together with its count, as the next of its account', () => {
    expect(addApplicant(anApplicant(), FIRST)).toMatchObject({
      applicant: { kind: 'put', when: { pk: 'missing' } },
      listHead: { kind: 'update', set: { lastNumber: 1 }, add: { sandbox: 1 }, when: { lastNumber: 'missing' } },
      reference: { kind: 'put' },
    });
    expect(addApplicant(anApplicant(), { ofAccount: 8, ofWidget: 2, widget: 3 })).toMatchObject({
      applicant: { kind: 'put' },
      listHead: { kind: 'update', set: { lastNumber: 8 }, when: { lastNumber: { equals: 7 } } },
    });
  });
});

describe('A change of an applicant', () => {
  test.each(Object.entries(APPLICANT_TRANSITIONS))(
    '%s names the statuses it may come from and is recorded in the timeline',
    (trigger, { from, to }) => {
      const operation = applicantTransition('app_1', trigger as ApplicantTrigger, { by: 'service', nowMs: NOW_MS });
      expect(operation).toMatchObject({
        kind: 'update',
        set: { status: to, updatedAt: NOW },
        append: { timeline: { entry: { status: to, at: NOW, by: 'service' }, maxLength: 200 } },
        when: { status: { oneOf: from } },
      });
      expect(operation).not.toHaveProperty('add');
    },
  );

  test("sets the attributes passed with it, adds its cost and keeps the caller's condition together with its own", () => {
    expect(
      applicantTransition('app_1', 'submit', {
        by: 'applicant',
        nowMs: NOW_MS,
        set: { submittedAt: NOW },
        spentKobo: 700,
        when: { accountId: { equals: 'usr_1' }, status: { equals: 'approved' } },
      }),
    ).toMatchObject({
      set: { status: 'submitted', submittedAt: NOW, updatedAt: NOW },
      add: { totalSpentKobo: 700 },
      when: { accountId: { equals: 'usr_1' }, status: { oneOf: APPLICANT_TRANSITIONS.submit.from } },
    });
  });
});
