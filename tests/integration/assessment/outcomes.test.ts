import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { applicantDetailBody, applicantDetailView } from '#shared/onboarding/applicants/applicant-view';
import { moduleEvidence } from '#shared/onboarding/applicants/module-evidence';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { configWithModules } from '#tests/support/onboarding';
import { readTestVault } from '#tests/support/vault';
import { dataOf } from './recorder.ts';
import { assess } from './run.ts';
import { ANSWERS, applicantOf, sessionOf, submitted } from './submissions.ts';

const read = endpoint(readApplicant, handler.with({ vault: readTestVault }));

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A decision's verdict on each module, in order. */
const verdicts = (modules: readonly { moduleId: string; status: string; reasonCodes: readonly string[] }[]) =>
  modules.map(({ moduleId, status, reasonCodes }) => [moduleId, status, ...reasonCodes]);

const named = (businessName: string, modules: readonly ModuleId[], answers: SessionAnswers = {}) =>
  submitted({ subject: { businessName }, modules, answers: { business_profile: { businessName }, ...answers } });

const REGISTERED: readonly ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification'];

describe('A clean applicant', () => {
  test('is approved, with a verdict and a charge for every module', async () => {
    const submission = await submitted({ referenceId: 'customer-4711' });
    const { events } = await assess(submission);
    const applicant = await applicantOf(submission);
    expect(applicant).toMatchObject({
      status: 'approved',
      riskScore: 0,
      decisionReason: 'all_checks_passed',
      totalSpentKobo: 50_000 + 20_000 + 15_000,
    });
    expect(applicant.modules).toEqual([
      {
        moduleId: 'business_profile',
        status: 'passed',
        reasonCodes: [],
        chargeKobo: 0,
        completedAt: expect.stringMatching(ISO_TIME),
      },
      {
        moduleId: 'cac_verification',
        status: 'passed',
        reasonCodes: [],
        chargeKobo: 20_000,
        completedAt: expect.stringMatching(ISO_TIME),
        verificationReference: expect.stringMatching(/^ver_/),
      },
      {
        moduleId: 'tin_verification',
        status: 'passed',
        reasonCodes: [],
        chargeKobo: 15_000,
        completedAt: expect.stringMatching(ISO_TIME),
        verificationReference: expect.stringMatching(/^ver_/),
      },
    ]);
    const [decision] = dataOf(await events(), 'kyb.applicant.decision');
    expect(decision).toEqual({
      applicantId: submission.applicantId,
      widgetId: submission.widget.id,
      environment: 'sandbox',
      referenceId: 'customer-4711',
      createdBy: 'account',
      submissionReference: submission.submissionReference,
      status: 'approved',
      riskScore: 0,
      decisionReason: 'all_checks_passed',
      decidedAt: applicant.decidedAt,
      modules: REGISTERED.map((moduleId) => ({ moduleId, status: 'passed', reasonCodes: [] })),
      overturns: null,
    });
  });

  test('has passed through every status, each with its time and its actor', async () => {
    const submission = await submitted();
    await assess(submission);
    const { timeline, decidedAt, submittedAt } = await applicantOf(submission);
    expect(timeline.map(({ status, by }) => [status, by])).toEqual([
      ['created', 'account'],
      ['in_progress', 'applicant'],
      ['submitted', 'applicant'],
      ['processing', 'service'],
      ['approved', 'service'],
    ]);
    expect(timeline.at(-1)?.at).toBe(decidedAt);
    expect(timeline[2]?.at).toBe(submittedAt);
  });

  test('is reported by one event for its decision and one for each verdict with its own event', async () => {
    const submission = await submitted({ modules: MODULE_IDS });
    const { events } = await assess(submission);
    const notified = await events();
    expect(notified.map(({ type }) => type).sort()).toEqual([
      'kyb.applicant.decision',
      'verification.address.step_due',
      'verification.bank_account.completed',
      'verification.cac.completed',
      'verification.tin.completed',
      'verification.utility_bill.completed',
    ]);
    for (const { type, accountId, environment, widgetId } of notified) {
      if (type === 'verification.address.step_due') continue;
      expect({ accountId, environment, widgetId }).toEqual({
        accountId: submission.accountId,
        environment: 'sandbox',
        widgetId: submission.widget.id,
      });
    }
    const { modules } = await applicantOf(submission);
    const cac = modules.find(({ moduleId }) => moduleId === 'cac_verification');
    expect(cac?.verificationReference).toMatch(/^ver_/);
    expect(dataOf(notified, 'verification.cac.completed')).toEqual([
      {
        verificationReference: cac?.verificationReference,
        companyId: null,
        applicantId: submission.applicantId,
        widgetId: submission.widget.id,
        environment: 'sandbox',
        referenceId: null,
        submissionReference: submission.submissionReference,
        moduleId: 'cac_verification',
        status: 'passed',
        reasonCodes: [],
        completedAt: cac?.completedAt,
      },
    ]);
  });

  test('is returned to its account exactly as it is stored', async () => {
    const submission = await submitted({ modules: MODULE_IDS });
    await assess(submission);
    const applicant = await applicantOf(submission);
    const shown = v.parse(
      applicantDetailBody,
      await applicantDetailView(applicant, await sessionOf(submission), {
        addressOf: async () => '',
        evidence: await moduleEvidence({ items: [], visit: undefined, clearances: [] }, readTestVault, {
          retentionDays: 1,
          nowMs: 0,
        }),
      }),
    );
    expect(shown).toMatchObject({ modules: applicant.modules, timeline: applicant.timeline, riskScore: 0 });
    expect(shown.modules).toHaveLength(19);
  });
});

describe('No event and no log line of an assessment', () => {
  test('contains any entry of the applicant or the customer', async () => {
    const subject = {
      businessName: 'Kente Holdings Plc',
      registrationNumber: 'RC5550001',
      tin: '55500011-0001',
      email: 'owner@kente-holdings.test',
      phone: '+2348035550001',
      jurisdiction: 'NG-LA',
      industry: 'weaving-industry',
    };
    const submission = await submitted({ modules: MODULE_IDS, subject });
    const { events, lines, measured } = await assess(submission);
    const notified = JSON.stringify([await events(), lines, measured]);
    const said = [...Object.values(subject), ...Object.values(ANSWERS).flatMap((given) => Object.values(given).flat())];
    expect(said.length).toBeGreaterThan(20);
    for (const text of said.filter((one) => one.length > 3 && one !== 'licence')) expect(notified).not.toContain(text);
  });
});

test('the codes of people are shown by person, only to the account', async () => {
  const people = [{ fullName: 'Ngozi Eze', nationalIdNumber: '11122233344' }, { fullName: 'Tunde Ajayi' }];
  const submission = await submitted({
    modules: ['directors_kyc'],
    subject: { businessName: 'SANDBOX_REVIEW Ltd' },
    answers: { directors_kyc: { people } },
  });
  const { events, lines, measured } = await assess(submission);
  const account = await signedInAccount({ accountId: submission.accountId });
  const { body } = await read(account, { pathParameters: { id: submission.applicantId } });
  expect(body).toMatchObject({
    data: {
      modules: [
        {
          moduleId: 'directors_kyc',
          reasonCodes: ['person_mismatch'],
          people: [
            { fullName: 'Ngozi Eze', reasonCodes: ['person_mismatch'] },
            { fullName: 'Tunde Ajayi', reasonCodes: ['person_mismatch'] },
          ],
        },
      ],
    },
  });
  const told = JSON.stringify([await events(), lines, measured]);
  for (const { fullName } of people) expect(told).not.toContain(fullName);
});

describe('The names of the sandbox', () => {
  test.each([
    ['SANDBOX_REJECT Ltd', 'rejected', 100, 'sandbox_reject, registration_not_found, tin_not_found'],
    ['SANDBOX_REVIEW Ltd', 'requires_review', 84, 'sandbox_review, name_mismatch'],
    ['SANDBOX_SANCTIONS Ltd', 'requires_review', 0, 'sanctions_match'],
    ['SANDBOX_PEP Ltd', 'requires_review', 0, 'pep_match'],
    ['SANDBOX_ADVERSE Ltd', 'requires_review', 0, 'adverse_media_match'],
    ['SANDBOX_UNAVAILABLE Ltd', 'requires_review', 0, 'source_unavailable'],
  ] as const)('%s leads to %s', async (businessName, status, riskScore, decisionReason) => {
    const submission = await named(businessName, REGISTERED);
    const { events } = await assess(submission);
    const applicant = await applicantOf(submission);
    expect(applicant).toMatchObject({ status, riskScore, decisionReason });
    expect(applicant.decidedAt === null).toBe(status === 'requires_review');
    expect(dataOf(await events(), 'kyb.applicant.decision')).toMatchObject([
      { status, riskScore, decisionReason, decidedAt: applicant.decidedAt },
    ]);
    expect((await sessionOf(submission)).status).toBe('submitted');
  });

  test('with a record under another name tell integrators of a failed check, with the reason', async () => {
    const { events } = await assess(await named('SANDBOX_REVIEW Ltd', REGISTERED));
    expect(dataOf(await events(), 'verification.cac.completed')).toMatchObject([
      { moduleId: 'cac_verification', status: 'failed', reasonCodes: ['name_mismatch'] },
    ]);
  });

  test.each([
    ['SANDBOX_SANCTIONS', 'sanctions_screening', 'sanctions_match'],
    ['SANDBOX_PEP', 'pep_screening', 'pep_match'],
    ['SANDBOX_ADVERSE', 'adverse_media_screening', 'adverse_media_match'],
    ['SANDBOX_SANCTIONS', 'aml_screening', 'sanctions_match'],
  ] as const)('%s is a hit of %s', async (businessName, moduleId, code) => {
    const submission = await named(businessName, [moduleId]);
    const { events } = await assess(submission);
    const [decision] = dataOf(await events(), 'kyb.applicant.decision');
    expect(decision).toMatchObject({ status: 'requires_review', decisionReason: code });
    expect(verdicts(decision?.modules ?? [])).toEqual([[moduleId, 'review', code]]);
  });

  test('decide by the score if the widget does not send hits to review', async () => {
    const config = configWithModules('pep_screening');
    const risk = { ...config.risk, reviewOnPepMatch: false, autoApproveThreshold: 10, autoRejectThreshold: 30 };
    const submission = await submitted({ subject: { businessName: 'SANDBOX_PEP' }, config: { ...config, risk } });
    await assess(submission);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'rejected',
      riskScore: 30,
      decisionReason: 'score_rejects, pep_match',
      decidedAt: expect.stringMatching(ISO_TIME),
    });
  });
});

describe('The magic values of the sandbox', () => {
  test.each([
    ['RC0000001', 'rejected', ['failed', 'registration_not_found']],
    ['RC0000002', 'rejected', ['failed', 'business_inactive']],
    ['RC0000003', 'requires_review', ['review', 'name_mismatch']],
    ['RC0000009', 'requires_review', ['unavailable', 'source_unavailable']],
  ] as const)('the registration number %s leads to %s', async (registrationNumber, status, verdict) => {
    const submission = await named('Adire Textiles Ltd', ['cac_verification'], {
      cac_verification: { registrationNumber },
    });
    const { events } = await assess(submission);
    const [decision] = dataOf(await events(), 'kyb.applicant.decision');
    expect(decision?.status).toBe(status);
    expect(verdicts(decision?.modules ?? [])).toEqual([['cac_verification', ...verdict]]);
  });

  test('an unknown tax number is reported by its own event', async () => {
    const submission = await named('Adire Textiles Ltd', ['tin_verification'], {
      tin_verification: { tin: '00000000-0001' },
    });
    const { events } = await assess(submission);
    expect(dataOf(await events(), 'verification.tin.completed')).toMatchObject([
      { status: 'failed', reasonCodes: ['tin_not_found'] },
    ]);
    expect(await applicantOf(submission)).toMatchObject({ status: 'requires_review', riskScore: 60 });
  });

  test('a source that is down gives no verdict: reported as unavailable, without charge and time', async () => {
    const submission = await named('Adire Textiles Ltd', ['cac_verification'], {
      cac_verification: { registrationNumber: 'RC0000009' },
    });
    const { events } = await assess(submission);
    expect(dataOf(await events(), 'verification.cac.completed')).toMatchObject([
      { status: 'unavailable', reasonCodes: ['source_unavailable'], completedAt: expect.stringMatching(ISO_TIME) },
    ]);
    expect(await applicantOf(submission)).toMatchObject({
      totalSpentKobo: 50_000,
      decisionReason: 'source_unavailable',
      decidedAt: null,
      modules: [{ status: 'unavailable', chargeKobo: 0, completedAt: null }],
    });
  });
});

describe('Modules', () => {
  test('that are optional and left out stay pending, and the decision does not mention them', async () => {
    const config = configWithModules('cac_verification', 'tin_verification');
    const modules = { ...config.modules, tin_verification: { enabled: true, required: false } };
    const submission = await submitted({ config: { ...config, modules }, answers: { tin_verification: {} } });
    const { events } = await assess(submission);
    expect((await applicantOf(submission)).modules).toMatchObject([
      { moduleId: 'cac_verification', status: 'passed' },
      { moduleId: 'tin_verification', status: 'pending', chargeKobo: 0, completedAt: null },
    ]);
    const [decision] = dataOf(await events(), 'kyb.applicant.decision');
    expect(decision?.status).toBe('approved');
    expect(verdicts(decision?.modules ?? [])).toEqual([['cac_verification', 'passed']]);
  });
});

describe('The traces of an assessment', () => {
  test('in the log: who and the result; in the metrics: how many', async () => {
    const submission = await submitted();
    const { lines, measured } = await assess(submission);
    expect(lines).toMatchObject([
      {
        level: 'info',
        code: 'APPLICANT_ASSESSED',
        applicantId: submission.applicantId,
        accountId: submission.accountId,
        widgetId: submission.widget.id,
        status: 'approved',
      },
    ]);
    expect(measured).toMatchObject([{ ApplicantsAssessed: 1, outcome: 'approved' }]);
  });

  test('every module that could not be checked is named with the cause', async () => {
    const submission = await named('SANDBOX_UNAVAILABLE', REGISTERED);
    const { lines, measured } = await assess(submission);
    expect(lines.filter(({ code }) => code === 'MODULE_UNAVAILABLE')).toMatchObject([
      { level: 'warn', applicantId: submission.applicantId, moduleId: 'cac_verification', reason: 'simulated' },
      { level: 'warn', applicantId: submission.applicantId, moduleId: 'tin_verification', reason: 'simulated' },
    ]);
    expect(measured.filter((metric) => 'ModulesUnavailable' in metric)).toHaveLength(2);
  });
});
