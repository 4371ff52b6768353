import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import { isoTime } from '#shared/platform/clock';
import { unavailable } from '#shared/sources/lookup-results';
import { selectSources } from '#shared/sources/select';
import { configWithModules } from '#tests/support/onboarding';
import { dataOf } from './recorder.ts';
import { assess, type Run, run } from './run.ts';
import {
  applicantOf,
  checkDebitsOf,
  response,
  type Submitted,
  sessionOf,
  submitSession,
  submitted,
} from './submissions.ts';

const REGISTERED: readonly ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification'];

/** Completes the open modules and submits again. */
const submitAgain = async (before: Submitted, answers: SessionAnswers = {}): Promise<Submitted> => {
  const session = await response(before.widget, await sessionOf(before), answers);
  return { ...before, ...(await submitSession(before.widget, session)) };
};

/** Requests a resubmission of these modules of an applicant in review, as a reviewer does. */
const sendBack = async ({ applicantId, sessionId }: Submitted, modules: readonly ModuleId[]): Promise<void> => {
  const nowMs = Date.now();
  const [first = null] = modules;
  const result = await serviceTable().transact([
    update(applicantKeys.applicant(applicantId), {
      set: { status: 'resubmission_requested', updatedAt: isoTime(nowMs) },
      append: {
        timeline: { entry: { status: 'resubmission_requested', at: isoTime(nowMs), by: 'account' }, maxLength: 200 },
      },
      when: { status: { equals: 'requires_review' } },
    }),
    sessionTransition(sessionId, 'reopen', { nowMs, set: { moduleOrder: [...modules], currentModuleId: first } }),
  ]);
  if (!result.written) throw new Error('The applicant was not to be reviewed');
};

const actionKeysOf = async (submission: Submitted) =>
  (await checkDebitsOf(submission)).map(({ actionKey }) => actionKey);

/** The sandbox, whose tax authority is down. */
const withoutTaxAuthority = async () => {
  const sources = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });
  return { ...sources, ports: { ...sources.ports, tax: async () => unavailable('timed_out') } };
};

const assessedTypes = async ({ events }: Run) => (await events()).map(({ type }) => type).sort();

describe('SANDBOX_RESUBMIT', () => {
  const sentBack = async () => {
    const submission = await submitted({
      subject: { businessName: 'SANDBOX_RESUBMIT Ltd' },
      modules: REGISTERED,
      referenceId: 'customer-12',
    });
    return { submission, first: await assess(submission) };
  };

  test('returns the first submission: nothing is decided, and the checks are billed', async () => {
    const { submission, first } = await sentBack();
    expect(await applicantOf(submission)).toMatchObject({
      status: 'resubmission_requested',
      decisionReason: 'sandbox_resubmit',
      decidedAt: null,
      totalSpentKobo: 85_000,
    });
    expect(await assessedTypes(first)).toEqual([
      'kyb.applicant.resubmission_requested',
      'verification.cac.completed',
      'verification.tin.completed',
    ]);
    expect(dataOf(await first.events(), 'kyb.applicant.resubmission_requested')).toEqual([
      {
        applicantId: submission.applicantId,
        widgetId: submission.widget.id,
        environment: 'sandbox',
        referenceId: 'customer-12',
        createdBy: 'account',
        submissionReference: submission.submissionReference,
        modules: REGISTERED,
        reason: 'sandbox_resubmit',
      },
    ]);
  });

  test('opens the session again for every module, from the first, with the answers and without a reference', async () => {
    const { submission } = await sentBack();
    const session = await sessionOf(submission);
    expect(session).toMatchObject({
      status: 'in_progress',
      currentModuleId: 'business_profile',
      moduleOrder: REGISTERED,
      referenceId: null,
      answers: { cac_verification: { registrationNumber: 'RC7654321' } },
    });
    const sixtyMinutes = 60 * 60_000;
    expect(Date.parse(session.expiresAt)).toBe(Date.parse(session.updatedAt) + sixtyMinutes);
  });

  test('checks, bills and approves the second submission', async () => {
    const { submission } = await sentBack();
    const second = await submitAgain(submission);
    expect(second.submissionReference).not.toBe(submission.submissionReference);
    const { events } = await assess(second);
    const applicant = await applicantOf(submission);
    expect(applicant).toMatchObject({ status: 'approved', totalSpentKobo: 120_000 });
    expect(applicant.timeline.map(({ status }) => status)).toEqual([
      'created',
      'in_progress',
      'submitted',
      'processing',
      'resubmission_requested',
      'submitted',
      'processing',
      'approved',
    ]);
    expect(await actionKeysOf(submission)).toEqual([
      'cac_verification',
      'tin_verification',
      'cac_verification',
      'tin_verification',
    ]);
    const notified = await events();
    expect(dataOf(notified, 'kyb.applicant.decision')).toMatchObject([
      { status: 'approved', submissionReference: second.submissionReference },
    ]);
    expect(dataOf(notified, 'verification.cac.completed')).toMatchObject([
      { submissionReference: second.submissionReference },
    ]);
  });
});

describe('A reviewer who requests a resubmission of some modules', () => {
  const underReview = async () => {
    const submission = await submitted({
      modules: REGISTERED,
      subject: { businessName: 'Adire Textiles Ltd' },
      answers: { cac_verification: { registrationNumber: 'RC0000003' } },
    });
    await assess(submission);
    expect((await applicantOf(submission)).status).toBe('requires_review');
    return submission;
  };

  test('has those checked and billed again, while the other verdicts are kept', async () => {
    const submission = await underReview();
    const before = await applicantOf(submission);
    await sendBack(submission, ['cac_verification']);
    const second = await submitAgain(submission, { cac_verification: { registrationNumber: 'RC7654321' } });
    const again = await assess(second);
    const applicant = await applicantOf(submission);
    expect(applicant).toMatchObject({
      status: 'approved',
      riskScore: 0,
      totalSpentKobo: before.totalSpentKobo + 20_000,
      modules: [
        before.modules[0],
        { moduleId: 'cac_verification', status: 'passed', reasonCodes: [], chargeKobo: 20_000 },
        before.modules[2],
      ],
    });
    expect(await actionKeysOf(submission)).toEqual(['cac_verification', 'tin_verification', 'cac_verification']);
    expect(await assessedTypes(again)).toEqual(['kyb.applicant.decision', 'verification.cac.completed']);
  });

  test('gets a verdict on a module that was unavailable before, although it was not answered again', async () => {
    const submission = await submitted({
      modules: REGISTERED,
      answers: { cac_verification: { registrationNumber: 'RC0000003' } },
    });
    await assess(submission, run({ sourcesFor: withoutTaxAuthority }));
    expect(await applicantOf(submission)).toMatchObject({ decisionReason: 'source_unavailable' });
    await sendBack(submission, ['cac_verification']);
    await assess(await submitAgain(submission, { cac_verification: { registrationNumber: 'RC7654321' } }));
    expect(await applicantOf(submission)).toMatchObject({
      status: 'approved',
      modules: [{ status: 'passed' }, { status: 'passed' }, { moduleId: 'tin_verification', status: 'passed' }],
    });
    expect(await actionKeysOf(submission)).toEqual(['cac_verification', 'cac_verification', 'tin_verification']);
  });
});

describe('A module that its widget has disabled since', () => {
  const switchOff = async ({ widget }: Submitted, moduleId: ModuleId): Promise<void> => {
    const modules = { ...widget.config.modules, [moduleId]: { enabled: false, required: true } };
    const config = { ...widget.config, modules };
    await serviceTable().write(update(widgetKeys.widget(widget.id), { set: { config }, when: { pk: 'exists' } }));
  };

  test('is neither checked nor billed, and stays pending', async () => {
    const submission = await submitted({ config: configWithModules('cac_verification', 'tin_verification') });
    await switchOff(submission, 'tin_verification');
    const { events } = await assess(submission);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'approved',
      moduleOrder: ['cac_verification', 'tin_verification'],
      modules: [
        { moduleId: 'cac_verification', status: 'passed' },
        { moduleId: 'tin_verification', status: 'pending', chargeKobo: 0 },
      ],
    });
    expect(await actionKeysOf(submission)).toEqual(['cac_verification']);
    expect(dataOf(await events(), 'kyb.applicant.decision')[0]?.modules).toHaveLength(1);
  });

  test('is not opened again by SANDBOX_RESUBMIT', async () => {
    const submission = await submitted({ subject: { businessName: 'SANDBOX_RESUBMIT' }, modules: REGISTERED });
    await switchOff(submission, 'business_profile');
    await assess(submission);
    expect(await sessionOf(submission)).toMatchObject({
      moduleOrder: ['cac_verification', 'tin_verification'],
      currentModuleId: 'cac_verification',
    });
  });
});

describe('A resubmission with other names', () => {
  const MODULES: readonly ModuleId[] = ['business_profile', 'sanctions_screening'];

  test('is screened again, although only the name was asked for again', async () => {
    const submission = await submitted({
      modules: MODULES,
      answers: { business_profile: { businessName: 'SANDBOX_REVIEW Ltd' } },
    });
    await assess(submission);
    expect((await applicantOf(submission)).modules[1]).toMatchObject({ status: 'passed' });
    await sendBack(submission, ['business_profile']);
    const again = await submitAgain(submission, { business_profile: { businessName: 'SANDBOX_SANCTIONS Ltd' } });
    await assess(again);
    expect((await applicantOf(submission)).modules[1]).toMatchObject({
      status: 'review',
      reasonCodes: ['sanctions_match'],
    });
    expect(await actionKeysOf(submission)).toEqual(['sanctions_screening', 'sanctions_screening']);
  });

  test('is neither screened nor charged again if they are the same', async () => {
    const submission = await submitted({
      modules: MODULES,
      answers: { business_profile: { businessName: 'SANDBOX_REVIEW Ltd' } },
    });
    await assess(submission);
    await sendBack(submission, ['business_profile']);
    await assess(await submitAgain(submission, { business_profile: { businessName: 'Sandbox_Review LIMITED' } }));
    expect(await actionKeysOf(submission)).toEqual(['sanctions_screening']);
  });
});
