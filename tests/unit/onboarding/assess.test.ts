import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ModuleResult, pendingResult } from '#shared/onboarding/applicants/applicant';
import type { Assessment } from '#shared/onboarding/assessment/assessment';
import { checkModules } from '#shared/onboarding/assessment/check-modules';
import { concludeAssessment } from '#shared/onboarding/assessment/conclude-assessment';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { coveringModule } from '#shared/onboarding/modules/screening-modules';
import { found, unavailable } from '#shared/sources/lookup-results';
import type { SourcePorts } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { selectSources } from '#shared/sources/select';
import { ANSWERS, assess, assessmentOf, NOW, PRICES, REFERENCE, risk, VERIFIED_VISIT } from './fixtures.ts';

const CLEAN_NAME = { businessName: 'Acme Foods Ltd' };
const CHECKED: readonly ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification'];
const paid = MODULE_IDS.filter((id) => MODULES[id].actionKey !== null);
/** The modules that no other one covers. */
const charged = paid.filter((id) => coveringModule(id, paid) === undefined);

/** An applicant with this name wherever a name is given. */
const named = (businessName: string) => ({
  subject: { businessName },
  answers: { ...ANSWERS, business_profile: { businessName } },
});

const sourcesWith = (ports: Partial<SourcePorts>) => ({
  ports: { ...SANDBOX_PORTS, ...ports },
  rehearse: () => NOTHING_REHEARSED,
});

const statusesOf = (results: readonly ModuleResult[]) =>
  Object.fromEntries(results.map(({ moduleId, status }) => [moduleId, status]));

describe('a clean applicant', () => {
  test('passes all nineteen modules, pays each once, and is approved', async () => {
    const assessment = await assess(assessmentOf(MODULE_IDS, { subject: CLEAN_NAME }));
    expect(assessment).toMatchObject({ riskScore: 0, outcome: 'approved', decisionReason: 'all_checks_passed' });
    expect(assessment.results.map(({ moduleId }) => moduleId)).toEqual(MODULE_IDS);
    expect(new Set(assessment.results.map(({ status }) => status))).toEqual(new Set(['passed']));
    // The stated visit was paid at its end.
    expect(assessment.charges.map(({ moduleId }) => moduleId)).toEqual(
      charged.filter((id) => id !== 'address_verification'),
    );
    for (const { actionKey, amountKobo } of assessment.charges) expect(amountKobo).toBe(PRICES[actionKey]);
    expect(assessment.incidents).toEqual([]);
  });

  test('has a result for each module with its charge and its time', async () => {
    const { results } = await assess(assessmentOf(CHECKED));
    expect(results).toEqual([
      {
        moduleId: 'business_profile',
        status: 'passed',
        reasonCodes: [],
        chargeKobo: 0,
        completedAt: '2026-11-21T10:00:00.000Z',
      },
      {
        moduleId: 'cac_verification',
        status: 'passed',
        reasonCodes: [],
        chargeKobo: 2000,
        completedAt: '2026-11-21T10:00:00.000Z',
        verificationReference: REFERENCE,
      },
      {
        moduleId: 'tin_verification',
        status: 'passed',
        reasonCodes: [],
        chargeKobo: 3000,
        completedAt: '2026-11-21T10:00:00.000Z',
        verificationReference: REFERENCE,
      },
    ]);
  });

  test('is reported by the events of its modules', async () => {
    const { verdictEvents } = await assess(assessmentOf(CHECKED));
    expect(verdictEvents).toEqual([
      {
        event: 'verification.cac.completed',
        moduleId: 'cac_verification',
        verificationReference: REFERENCE,
        status: 'passed',
        reasonCodes: [],
        completedAt: '2026-11-21T10:00:00.000Z',
      },
      {
        event: 'verification.tin.completed',
        moduleId: 'tin_verification',
        verificationReference: REFERENCE,
        status: 'passed',
        reasonCodes: [],
        completedAt: '2026-11-21T10:00:00.000Z',
      },
    ]);
  });
});

describe('the names of the sandbox', () => {
  test.each([
    ['SANDBOX_REJECT', 'rejected', 100],
    ['SANDBOX_REVIEW', 'requires_review', 84],
    ['SANDBOX_RESUBMIT', 'resubmission_requested', 0],
    ['SANDBOX_SANCTIONS', 'requires_review', 0],
    ['SANDBOX_PEP', 'requires_review', 0],
    ['SANDBOX_ADVERSE', 'requires_review', 0],
    ['SANDBOX_UNAVAILABLE', 'requires_review', 0],
  ])('%s leads to %s on a widget without screening', async (name, outcome, riskScore) => {
    expect(await assess(assessmentOf(CHECKED, named(`${name} Ltd`)))).toMatchObject({
      outcome,
      riskScore,
    });
  });

  test.each([
    ['SANDBOX_SANCTIONS', 'sanctions_match', 'sanctions_screening'],
    ['SANDBOX_PEP', 'pep_match', 'pep_screening'],
    ['SANDBOX_ADVERSE', 'adverse_media_match', 'adverse_media_screening'],
  ] as const)('%s is found by screening', async (name, code, moduleId) => {
    const { results, decisionReason } = await assess(assessmentOf([moduleId], { subject: { businessName: name } }));
    expect(results).toMatchObject([{ moduleId, status: 'review', reasonCodes: [code] }]);
    expect(decisionReason).toBe(code);
  });

  test('SANDBOX_REJECT fails the checks', async () => {
    const { results } = await assess(assessmentOf(CHECKED, { subject: { businessName: 'SANDBOX_REJECT' } }));
    expect(statusesOf(results)).toMatchObject({ cac_verification: 'failed', tin_verification: 'failed' });
  });

  test('SANDBOX_UNAVAILABLE costs nothing, has no verdict and states why', async () => {
    const subject = { businessName: 'SANDBOX_UNAVAILABLE' };
    const visit = {
      ...VERIFIED_VISIT,
      place: { ...VERIFIED_VISIT.place, ...subject },
      isBooked: false,
      ended: undefined,
    };
    const assessment = await assess(assessmentOf(MODULE_IDS, { subject, visit }));
    expect(assessment).toMatchObject({
      outcome: 'requires_review',
      decisionReason: 'source_unavailable',
      charges: [],
      totalChargeKobo: 0,
    });
    expect(new Set(assessment.verdictEvents.map(({ status }) => status))).toEqual(new Set(['unavailable']));
    expect(assessment.verdictEvents).toHaveLength(5);
    expect(assessment.incidents).toHaveLength(charged.length);
  });

  test('count in every place: with the customer, in the profile, or with the registration', async () => {
    const magic = 'SANDBOX_REJECT Ltd';
    const profile = { ...ANSWERS, business_profile: { businessName: magic } };
    const registration = { ...ANSWERS, cac_verification: { registrationNumber: 'RC1', businessName: magic } };
    for (const said of [
      { subject: { businessName: magic } },
      { answers: profile },
      { subject: CLEAN_NAME, answers: registration },
    ]) {
      expect(await assess(assessmentOf(CHECKED, said))).toMatchObject({ outcome: 'rejected' });
    }
  });

  test('SANDBOX_RESUBMIT requests a resubmission once, after which everything passes', async () => {
    const resubmitting = named('SANDBOX_RESUBMIT Ltd');
    expect(await assess(assessmentOf(CHECKED, resubmitting))).toMatchObject({ decisionReason: 'sandbox_resubmit' });
    const again = await assess(assessmentOf(CHECKED, { ...resubmitting, wasResubmitted: true }));
    expect(again).toMatchObject({ outcome: 'approved', decisionReason: 'all_checks_passed' });
  });

  test.each([
    ['RC0000001', 'failed', 'registration_not_found'],
    ['RC0000002', 'failed', 'business_inactive'],
    ['RC0000003', 'review', 'name_mismatch'],
    ['RC0000009', 'unavailable', 'source_unavailable'],
    ['rc 0000001', 'failed', 'registration_not_found'],
  ])('the number %s is %s for %s, and never leads to an approval', async (registrationNumber, status, code) => {
    const answers = { ...ANSWERS, cac_verification: { registrationNumber } };
    const { results, outcome } = await assess(assessmentOf(['cac_verification'], { answers }));
    expect(results).toMatchObject([{ status, reasonCodes: [code] }]);
    expect(outcome).not.toBe('approved');
  });

  test('mean nothing to live sources', async () => {
    const sources = selectSources({ environment: 'live', sourcesConfig: {}, simulateLiveSources: false });
    const subject = { businessName: 'SANDBOX_REJECT' };
    const assessment = await assess(assessmentOf(['business_profile', 'cac_verification'], { sources, subject }));
    expect(assessment).toMatchObject({ outcome: 'requires_review', decisionReason: 'source_unavailable', charges: [] });
    expect(assessment.incidents).toEqual([{ moduleId: 'cac_verification', reason: 'not_configured' }]);
  });
});

describe('money', () => {
  test('is charged for every verdict, and never without one', async () => {
    const answers = {
      ...ANSWERS,
      cac_verification: { registrationNumber: 'RC0000009' },
      tin_verification: { tin: '00000000-0001' },
      utility_bill_verification: { meterNumber: '00000000000', provider: 'EKO' },
    };
    const modules: ModuleId[] = ['cac_verification', 'tin_verification', 'utility_bill_verification'];
    const { results, charges, totalChargeKobo } = await assess(assessmentOf(modules, { answers }));
    expect(statusesOf(results)).toEqual({
      cac_verification: 'unavailable',
      tin_verification: 'failed',
      utility_bill_verification: 'failed',
    });
    expect(charges.map(({ moduleId }) => moduleId)).toEqual(['tin_verification', 'utility_bill_verification']);
    expect(totalChargeKobo).toBe(PRICES.tin_verification + PRICES.utility_bill_verification);
    expect(results[0]).toMatchObject({ chargeKobo: 0, completedAt: null });
  });

  test('that is missing leaves a module unchecked and sends the applicant to review', async () => {
    const requested: string[] = [];
    const tax: SourcePorts['tax'] = async () => {
      requested.push('tax');
      return unavailable('refused');
    };
    const availableKobo = PRICES.cac_verification + PRICES.tin_verification - 1;
    const assessment = await assess(assessmentOf(CHECKED, { availableKobo, sources: sourcesWith({ tax }) }));
    expect(requested).toEqual([]);
    expect(assessment.results[2]).toEqual({
      moduleId: 'tin_verification',
      status: 'unavailable',
      reasonCodes: ['insufficient_balance'],
      chargeKobo: 0,
      completedAt: null,
    });
    expect(assessment).toMatchObject({
      outcome: 'requires_review',
      decisionReason: 'insufficient_balance',
      totalChargeKobo: PRICES.cac_verification,
      incidents: [{ moduleId: 'tin_verification', reason: 'insufficient_balance' }],
    });
  });

  test('that suffices exactly is enough, and free checks need none', async () => {
    const availableKobo = PRICES.cac_verification + PRICES.tin_verification;
    expect(await assess(assessmentOf(CHECKED, { availableKobo }))).toMatchObject({ outcome: 'approved' });
    const free: ModuleId[] = ['business_profile', 'document_upload'];
    expect(await assess(assessmentOf(free, { availableKobo: -1 }))).toMatchObject({ outcome: 'approved', charges: [] });
  });

  test('that was spent elsewhere during the checks removes the verdicts that it can no longer pay for', async () => {
    const checked = await checkModules(assessmentOf(CHECKED));
    const availableKobo = PRICES.cac_verification + PRICES.tin_verification - 1;
    const assessment = concludeAssessment(checked, availableKobo);
    expect(assessment.results.at(-1)).toEqual({
      moduleId: 'tin_verification',
      status: 'unavailable',
      reasonCodes: ['insufficient_balance'],
      chargeKobo: 0,
      completedAt: null,
    });
    expect(assessment.charges.map(({ moduleId }) => moduleId)).toEqual(['cac_verification']);
    expect(assessment.verdictEvents.map(({ moduleId, status }) => [moduleId, status])).toEqual([
      ['cac_verification', 'passed'],
      ['tin_verification', 'unavailable'],
    ]);
    expect(assessment).toMatchObject({
      outcome: 'requires_review',
      decisionReason: 'insufficient_balance',
      incidents: [{ moduleId: 'tin_verification', reason: 'insufficient_balance' }],
    });
    expect(concludeAssessment(checked, availableKobo + 1)).toMatchObject({ outcome: 'approved' });
  });

  test('that arrived in the meantime changes nothing: skipped checks stay skipped', async () => {
    const checked = await checkModules(assessmentOf(CHECKED, { availableKobo: 0 }));
    expect(concludeAssessment(checked, 10_000_000)).toEqual(concludeAssessment(checked, 0));
  });

  test('is never charged for earlier results', async () => {
    const standing = { ...pendingResult('cac_verification'), status: 'passed', chargeKobo: 20_000 } as const;
    const checked = await checkModules(assessmentOf(['cac_verification'], { keptResults: [standing] }));
    expect(concludeAssessment(checked, 0)).toMatchObject({ outcome: 'approved', charges: [], results: [standing] });
  });

  test('never exceeds the balance, and the parts add up to the whole', async () => {
    const balance = fc.integer({ min: -1000, max: 250_000 });
    await fc.assert(
      fc.asyncProperty(fc.subarray([...MODULE_IDS]), balance, balance, async (modules, before, availableKobo) => {
        const checked = await checkModules(assessmentOf(modules, { availableKobo: before }));
        const { results, charges, totalChargeKobo } = concludeAssessment(checked, availableKobo);
        const sum = charges.reduce((total, { amountKobo }) => total + amountKobo, 0);
        expect(totalChargeKobo).toBe(sum);
        expect(results.reduce((total, { chargeKobo }) => total + chargeKobo, 0)).toBe(sum);
        expect(sum).toBeLessThanOrEqual(Math.max(0, availableKobo));
      }),
    );
  });
});

describe('modules', () => {
  test('that are optional and left out stay pending and cost nothing', async () => {
    const modules = [
      { moduleId: 'cac_verification', required: true },
      { moduleId: 'tin_verification', required: false },
    ] as const;
    const { cac_verification } = ANSWERS;
    const { results, outcome, charges } = await assess(assessmentOf([], { modules, answers: { cac_verification } }));
    expect(results[1]).toMatchObject({ status: 'pending', reasonCodes: [], chargeKobo: 0, completedAt: null });
    expect(outcome).toBe('approved');
    expect(charges).toHaveLength(1);
  });

  test('that are required and unanswered prevent an approval', async () => {
    const assessment = await assess(assessmentOf(['business_profile', 'tin_verification'], { answers: {} }));
    expect(assessment).toMatchObject({ outcome: 'requires_review', decisionReason: 'input_missing', charges: [] });
  });

  test('that require no answers are checked although they are optional', async () => {
    const modules = [{ moduleId: 'sanctions_screening', required: false }] as const;
    const { results } = await assess(assessmentOf([], { modules, answers: {}, subject: CLEAN_NAME }));
    expect(results).toMatchObject([{ status: 'passed' }]);
  });

  test('whose result is kept are counted again, but not checked, charged or reported again', async () => {
    const standing: ModuleResult = {
      moduleId: 'cac_verification',
      status: 'failed',
      reasonCodes: ['registration_not_found'],
      chargeKobo: 20_000,
      completedAt: '2026-11-20T10:00:00.000Z',
    };
    const registry: SourcePorts['registry'] = async () => {
      throw new Error('asked again');
    };
    const assessment = await assess(
      assessmentOf(CHECKED, { keptResults: [standing], sources: sourcesWith({ registry }) }),
    );
    expect(assessment.results[1]).toBe(standing);
    expect(assessment).toMatchObject({ riskScore: 80, outcome: 'rejected' });
    expect(assessment.charges.map(({ moduleId }) => moduleId)).toEqual(['tin_verification']);
    expect(assessment.verdictEvents.map(({ moduleId }) => moduleId)).toEqual(['tin_verification']);
  });

  test('of which there are none leave the decision to a person, without a score', async () => {
    expect(await assess(assessmentOf([]))).toMatchObject({
      riskScore: null,
      outcome: 'requires_review',
      decisionReason: 'nothing_assessed',
    });
  });
});

describe('screening', () => {
  const SCREENED: readonly ModuleId[] = ['business_profile', 'cac_verification', 'sanctions_screening'];
  const typed = (businessName: string) => ({
    business_profile: { businessName },
    cac_verification: { registrationNumber: 'RC1234567', businessName },
    sanctions_screening: {},
  });

  test("is not bypassed by a visitor's own subject: every typed name counts", async () => {
    const subject = { businessName: 'Clean Ltd' };
    const answers = typed('SANDBOX_SANCTIONS Ltd');
    const assessment = await assess(assessmentOf(SCREENED, { subject, createdBy: 'applicant', answers }));
    expect(assessment.results[2]).toMatchObject({ status: 'review', reasonCodes: ['sanctions_match'] });
    expect(assessment.outcome).toBe('requires_review');
  });

  test.each(['sanctions_screening', 'aml_screening'] as const)('%s has the name of the registry', async (moduleId) => {
    const registry: SourcePorts['registry'] = async (query, signal) => {
      const answer = await SANDBOX_PORTS.registry(query, signal);
      return answer.status === 'found' ? found({ ...answer.facts, businessName: 'SANDBOX_SANCTIONS Plc' }) : answer;
    };
    const sources = sourcesWith({ registry });
    const assessment = await assess(assessmentOf(['cac_verification', moduleId], { sources, subject: CLEAN_NAME }));
    expect(assessment.results[1]).toMatchObject({ status: 'review', reasonCodes: ['sanctions_match'] });
    expect(assessment.names.registeredName).toBe('SANDBOX_SANCTIONS Plc');
    const later = { sources, subject: CLEAN_NAME, registeredName: 'SANDBOX_SANCTIONS Plc' };
    const again = await assess(assessmentOf([moduleId], later));
    expect(again.results[0]).toMatchObject({ reasonCodes: ['sanctions_match'] });
  });

  test('is skipped and free while the registry cannot say by which name it knows the business', async () => {
    const answers = { ...ANSWERS, cac_verification: { registrationNumber: 'RC0000009' } };
    const assessment = await assess(assessmentOf(SCREENED, { answers }));
    expect(assessment.results[2]).toMatchObject({ status: 'unavailable', reasonCodes: ['source_unavailable'] });
    expect(assessment.charges).toEqual([]);
  });

  test('never passes without a name', async () => {
    const answers = { sanctions_screening: {} };
    const assessment = await assess(assessmentOf(['sanctions_screening'], { answers }));
    expect(assessment.results).toMatchObject([{ status: 'unavailable', reasonCodes: ['input_missing'] }]);
    expect(assessment.outcome).toBe('requires_review');
  });

  test('searches sanctions lists once: a module that the anti-money-laundering screening covers is neither made, charged nor scored again', async () => {
    const asked: unknown[] = [];
    const screening: SourcePorts['screening'] = async (query, signal) => {
      asked.push(query.topics);
      return SANDBOX_PORTS.screening(query, signal);
    };
    const modules: ModuleId[] = ['sanctions_screening', 'aml_screening'];
    const off = risk({ reviewOnSanctionsMatch: false });
    const input = { risk: off, sources: sourcesWith({ screening }), subject: { businessName: 'SANDBOX_SANCTIONS' } };
    const assessment = await assess(assessmentOf(modules, { ...input, answers: {} }));
    expect(asked).toEqual([['sanctions', 'pep', 'adverse_media']]);
    expect(assessment.charges.map(({ moduleId }) => moduleId)).toEqual(['aml_screening']);
    expect(assessment.riskScore).toBe(60);
    expect(assessment.results).toMatchObject([
      { moduleId: 'sanctions_screening', status: 'review', reasonCodes: ['sanctions_match'], chargeKobo: 0 },
      { moduleId: 'aml_screening', status: 'review', chargeKobo: PRICES.aml_screening },
    ]);
    const unpaid = concludeAssessment(await checkModules(assessmentOf(modules, { ...input, answers: {} })), 0);
    expect(unpaid.results.map(({ status, reasonCodes }) => [status, ...reasonCodes])).toEqual(
      modules.map(() => ['unavailable', 'insufficient_balance']),
    );
  });

  test.each([
    ['SANDBOX_PEP', 'pep_screening', 'pep_match'],
    ['SANDBOX_ADVERSE', 'adverse_media_screening', 'adverse_media_match'],
  ] as const)(
    '%s beside the anti-money-laundering screening: %s is charged separately, and the hit scored once',
    async (businessName, moduleId, code) => {
      const off = risk({ reviewOnPepMatch: false, reviewOnAdverseMedia: false });
      const assessment = await assess(
        assessmentOf([moduleId, 'aml_screening'], { risk: off, subject: { businessName }, answers: {} }),
      );
      expect(assessment.results).toMatchObject([
        { moduleId, status: 'review', reasonCodes: [code], chargeKobo: PRICES[moduleId] },
        { moduleId: 'aml_screening', status: 'review', reasonCodes: [code], chargeKobo: PRICES.aml_screening },
      ]);
      expect(assessment.charges.map(({ moduleId: id }) => id)).toEqual([moduleId, 'aml_screening']);
      expect(assessment.riskScore).toBe(60);
    },
  );
});

describe('the people of a module', () => {
  const people = [{ fullName: 'Ada Obi' }, { fullName: 'Musa Bello' }];
  const identity: SourcePorts['identity'] = async () => found({ people: ['confirmed', 'mismatch'] });
  const input = { sources: sourcesWith({ identity }), answers: { directors_kyc: { people } } };

  test('are listed individually in its result, and never in its event', async () => {
    const assessment = await assess(assessmentOf(['directors_kyc'], input));
    expect(assessment.results).toMatchObject([
      {
        status: 'review',
        people: [
          { fullName: 'Ada Obi', reasonCodes: [] },
          { fullName: 'Musa Bello', reasonCodes: ['person_mismatch'] },
        ],
      },
    ]);
    expect(JSON.stringify([assessment.verdictEvents, assessment.incidents])).not.toContain('Bello');
    expect(assessment.decisionReason).not.toContain('Bello');
  });

  test('are not listed for a verdict that was not paid', async () => {
    const [result] = concludeAssessment(await checkModules(assessmentOf(['directors_kyc'], input)), 0).results;
    expect(result).toMatchObject({ status: 'unavailable', reasonCodes: ['insufficient_balance'] });
    expect(result).not.toHaveProperty('people');
  });

  test('are at most 25 in a result', async () => {
    const many = Array.from({ length: 26 }, (_, at) => ({ fullName: `Ada ${at}` }));
    const [result] = (await assess(assessmentOf(['directors_kyc'], { answers: { directors_kyc: { people: many } } })))
      .results;
    expect(result?.people).toHaveLength(25);
  });
});

describe('an answer that differs from what the account stated', () => {
  const subject = { businessName: 'Clean Ltd', registrationNumber: 'RC1234567', tin: '12345678-0001' };
  const modules: ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification', 'memart_verification'];
  const answers = {
    business_profile: { businessName: 'Evil Ltd' },
    cac_verification: { registrationNumber: 'RC7654321' },
    tin_verification: { tin: '87654321-0001' },
    memart_verification: { registrationNumber: 'BN1234567' },
  };
  const codesOf = ({ results }: Assessment) => results.map(({ status, reasonCodes }) => [status, ...reasonCodes]);

  test('sends its module to review, charged like any verdict', async () => {
    const assessment = await assess(assessmentOf(modules, { subject, answers }));
    expect(codesOf(assessment)).toEqual(modules.map(() => ['review', 'subject_mismatch']));
    expect(assessment.charges).toHaveLength(3);
  });

  test('is ignored if both only differ in spelling, or if a visitor sent the subject', async () => {
    const sameAnswers = {
      business_profile: { businessName: 'CLEAN limited', registrationNumber: '1234567', tin: 'TIN 123456780001' },
      cac_verification: { registrationNumber: 'rc 1234567' },
      tin_verification: { tin: '12345678 0001' },
      memart_verification: { registrationNumber: '1234567' },
    };
    expect(codesOf(await assess(assessmentOf(modules, { subject, answers: sameAnswers })))).toEqual(
      modules.map(() => ['passed']),
    );
    const visited = await assess(assessmentOf(modules, { subject, answers, createdBy: 'applicant' }));
    expect(codesOf(visited)).toEqual(modules.map(() => ['passed']));
  });

  test('does not improve a failed check', async () => {
    const unknown = { cac_verification: { registrationNumber: 'RC0000001' } };
    const assessment = await assess(assessmentOf(['cac_verification'], { subject, answers: unknown }));
    expect(codesOf(assessment)).toEqual([['failed', 'registration_not_found']]);
  });
});

describe('a visit that has not been made yet', () => {
  const toVisit = { visit: { ...VERIFIED_VISIT, isBooked: false, ended: undefined } };

  test('is in review, uncharged, unscored and without an event, and nothing is decided before its end', async () => {
    for (const visit of [toVisit.visit, { ...toVisit.visit, isBooked: true }]) {
      const assessment = await assess(assessmentOf(['tin_verification', 'address_verification'], { visit }));
      expect(assessment.results[1]).toMatchObject({
        status: 'review',
        reasonCodes: ['address_pending'],
        chargeKobo: 0,
        completedAt: null,
        verificationReference: visit.reference,
      });
      expect(assessment).toMatchObject({ outcome: 'requires_review', decisionReason: 'address_pending', riskScore: 0 });
      expect(assessment.verdictEvents.map(({ moduleId }) => moduleId)).toEqual(['tin_verification']);
    }
  });

  test('is booked once: an assessment that finds it booked asks no source, whatever the wallet holds', async () => {
    const asked: string[] = [];
    const visits: SourcePorts['visits'] = async (query, signal) => {
      asked.push(query.reference);
      return SANDBOX_PORTS.visits(query, signal);
    };
    const input = { ...toVisit, sources: sourcesWith({ visits }) };
    const checked = await checkModules(assessmentOf(['address_verification'], input));
    expect(checked.findings[0]?.booked).toEqual({ simulatedResult: 'verified' });
    const booked = { ...input, visit: { ...toVisit.visit, isBooked: true }, availableKobo: 0 };
    expect((await assess(assessmentOf(['address_verification'], booked))).decisionReason).toBe('address_pending');
    expect(asked).toEqual([toVisit.visit.reference]);
  });

  test('is reported as failed and free if it is not possible', async () => {
    const visit = { ...toVisit.visit, place: { ...toVisit.visit.place, street: 'UNREACHABLE creek' } };
    const assessment = await assess(assessmentOf(['address_verification'], { visit }));
    expect(assessment.results).toMatchObject([{ status: 'unavailable', reasonCodes: ['address_unreachable'] }]);
    expect(assessment.verdictEvents).toMatchObject([{ status: 'failed', reasonCodes: ['visit_not_possible'] }]);
    expect(assessment.charges).toEqual([]);
  });
});

describe('time', () => {
  test('checks run in parallel', async () => {
    const started: string[] = [];
    const together = Promise.withResolvers<void>();
    const waitForTheOther = async (name: string) => {
      started.push(name);
      if (started.length === 2) together.resolve();
      await together.promise;
    };
    const sources = sourcesWith({
      registry: async (query, signal) => {
        await waitForTheOther('registry');
        return SANDBOX_PORTS.registry(query, signal);
      },
      tax: async (query, signal) => {
        await waitForTheOther('tax');
        return SANDBOX_PORTS.tax(query, signal);
      },
    });
    expect(await assess(assessmentOf(CHECKED, { sources }))).toMatchObject({ outcome: 'approved' });
  });

  test('a source that never responds is unavailable when the time is up; the others keep their verdicts', async () => {
    const timeIsUp = new AbortController();
    const registry: SourcePorts['registry'] = () => {
      timeIsUp.abort();
      return new Promise(() => undefined);
    };
    const modules: ModuleId[] = ['tin_verification', 'cac_verification'];
    const sources = sourcesWith({ registry });
    const assessment = await assess(assessmentOf(modules, { sources, signal: timeIsUp.signal }));
    expect(assessment.results[1]).toMatchObject({ status: 'unavailable', reasonCodes: ['source_unavailable'] });
    expect(assessment.incidents).toContainEqual({ moduleId: 'cac_verification', reason: 'cancelled' });
    expect(assessment).toMatchObject({ outcome: 'requires_review' });
  });

  test('that is up before the start leaves every source uncalled', async () => {
    const assessment = await assess(assessmentOf(CHECKED, { signal: AbortSignal.abort() }));
    expect(assessment).toMatchObject({ outcome: 'requires_review', decisionReason: 'source_unavailable', charges: [] });
  });

  test('is taken from the clock that was passed', async () => {
    const { results } = await assess(assessmentOf(CHECKED, { clock: () => NOW + 1000 }));
    expect(results[0]?.completedAt).toBe('2026-11-21T10:00:01.000Z');
  });
});

describe('every assessment', () => {
  test('is the same for the same input', async () => {
    const name = fc.constantFrom('Acme', 'SANDBOX_REJECT', 'SANDBOX_REVIEW', 'SANDBOX_PEP', 'SANDBOX_UNAVAILABLE');
    await fc.assert(
      fc.asyncProperty(fc.subarray([...MODULE_IDS]), name, async (modules, businessName) => {
        const input = assessmentOf(modules, { subject: { businessName }, risk: risk({ tier: 'enhanced' }) });
        expect(await assess(input)).toEqual(await assess(input));
      }),
    );
  });

  test('reports a defect of the service instead of blaming a source', async () => {
    const registry: SourcePorts['registry'] = async () => {
      throw new TypeError('ours');
    };
    await expect(assess(assessmentOf(CHECKED, { sources: sourcesWith({ registry }) }))).rejects.toThrow('ours');
  });
});
