import { describe, expect, test } from 'vitest';
import type { Subject } from '#shared/onboarding/applicants/subject';
import { checkAnswers, type SessionAnswers } from '#shared/onboarding/modules/answers';
import { COMMON_REASONS, MODULE_REASONS } from '#shared/onboarding/modules/module-reasons';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { coveringModule } from '#shared/onboarding/modules/screening-modules';
import { selectSources } from '#shared/sources/select';
import type { ModuleAnswers } from '#shared/verification/answer-values';
import type { CheckReason } from '#shared/verification/check-reasons';
import type { CheckStatus } from '#shared/verification/checks/check';
import { standardRate } from '#shared/wallet/rates';
import { assess, run } from './run.ts';
import { ANSWERS, applicantOf, checkDebitsOf, type SubmissionOverrides, submitted } from './submissions.ts';
import { makeVisit } from './visit-steps.ts';

/** What leads the sandbox to a code: the declared data, or the wallet. */
interface Recipe {
  readonly businessName?: string;
  /** The account's statements, in addition to the name. */
  readonly subject?: Subject;
  /** Answers of the module, in addition to the usual ones. */
  readonly answers?: Readonly<Record<string, string | readonly string[]>>;
  readonly balanceKobo?: number;
}

/** The codes for input that the form refuses, so that no submission reaches them, each with such an answer. */
const REFUSED_BY_THE_FORM: { readonly [code in CheckReason]?: Readonly<Record<string, string>> } = {
  registration_number_malformed: { registrationNumber: 'RC 12 34' },
  tin_malformed: { tin: '1234' },
  account_number_malformed: { accountNumber: '12345' },
  meter_malformed: { meterNumber: '12' },
};

const NUMBERED_BY_REGISTRATION: readonly ModuleId[] = ['cac_status_report', 'memart_verification'];

const document = (moduleId: ModuleId, registrationNumber: string, certificateNumber: string): Recipe => ({
  answers: NUMBERED_BY_REGISTRATION.includes(moduleId) ? { registrationNumber } : { certificateNumber },
});

/** The way to every other code. The tests below fail for a code without one. */
const RECIPES: { readonly [code in CheckReason]?: (moduleId: ModuleId) => Recipe } = {
  source_unavailable: () => ({ businessName: 'SANDBOX_UNAVAILABLE Ltd' }),
  insufficient_balance: () => ({ balanceKobo: 1 }),
  registration_not_found: () => ({ answers: { registrationNumber: 'RC0000001' } }),
  business_inactive: () => ({ answers: { registrationNumber: 'RC0000002' } }),
  subject_mismatch: () => ({ subject: { businessName: 'Other Ltd', registrationNumber: 'RC1', tin: '11111111-0001' } }),
  name_mismatch: () => ({ businessName: 'SANDBOX_REVIEW Ltd' }),
  tin_not_found: () => ({ answers: { tin: '00000000-0001' } }),
  account_not_found: () => ({ businessName: 'SANDBOX_REJECT Ltd' }),
  nuban_check_digit: () => ({ answers: { accountNumber: '0000014570' } }),
  person_not_confirmed: () => ({ businessName: 'SANDBOX_REJECT Ltd' }),
  person_mismatch: () => ({ businessName: 'SANDBOX_REVIEW Ltd' }),
  document_not_found: () => ({ businessName: 'SANDBOX_REJECT Ltd' }),
  document_expired: (moduleId) => document(moduleId, 'RC0000004', 'EXPIRED-77'),
  document_revoked: (moduleId) => document(moduleId, 'RC0000005', 'REVOKED-77'),
  address_not_verified: () => ({ answers: { street: 'FAIL Road 1' } }),
  address_pending: () => ({ answers: { street: 'SLOW Road 1' } }),
  address_unreachable: () => ({ answers: { street: 'UNREACHABLE Road 1' } }),
  meter_not_found: () => ({ answers: { meterNumber: '00000000000' } }),
  profile_not_confirmed: () => ({ businessName: 'SANDBOX_REVIEW Ltd' }),
  sanctions_match: () => ({ businessName: 'SANDBOX_SANCTIONS Ltd' }),
  pep_match: () => ({ businessName: 'SANDBOX_PEP Ltd' }),
  adverse_media_match: () => ({ businessName: 'SANDBOX_ADVERSE Ltd' }),
};

/** The possible codes of a module's check, except those for missing input, which an answered module never has. */
const reasonsOf = (moduleId: ModuleId): readonly (readonly [CheckStatus, CheckReason])[] =>
  [MODULE_REASONS[moduleId], MODULES[moduleId].source === null ? {} : COMMON_REASONS].flatMap((reasons) =>
    (Object.entries(reasons) as [CheckStatus, readonly CheckReason[]][]).flatMap(([status, codes]) =>
      codes.filter((code) => code !== 'input_missing').map((code) => [status, code] as const),
    ),
  );

const usualAnswers = (moduleId: ModuleId): ModuleAnswers => (ANSWERS as SessionAnswers)[moduleId] ?? {};

const submission = (
  moduleId: ModuleId,
  { businessName = 'Adire Textiles Ltd', subject, answers, balanceKobo }: Recipe,
) => {
  const overrides: SubmissionOverrides = {
    modules: [moduleId],
    subject: subject ?? { businessName },
    answers: { [moduleId]: { ...usualAnswers(moduleId), ...answers } },
    ...(balanceKobo !== undefined && { balanceKobo }),
  };
  return submitted(overrides);
};

const priceOf = (moduleId: ModuleId): number => standardRate(MODULES[moduleId].actionKey ?? '')?.priceKobo ?? 0;

const APPLICANT_STATUSES = ['approved', 'rejected', 'requires_review'];

describe.each(MODULE_IDS)('%s alone, in the sandbox,', (moduleId) => {
  test('passes an ordinary business, is charged once and decided', async () => {
    const made = await submission(moduleId, {});
    await assess(made);
    await makeVisit(made);
    const applicant = await applicantOf(made);
    expect(applicant.modules).toMatchObject([
      { moduleId, status: 'passed', reasonCodes: [], chargeKobo: priceOf(moduleId) },
    ]);
    expect(applicant).toMatchObject({ status: 'approved', riskScore: 0 });
    const debits = await checkDebitsOf(made);
    expect(debits.map(({ amountKobo }) => amountKobo)).toStrictEqual(priceOf(moduleId) > 0 ? [priceOf(moduleId)] : []);
  });

  const reasons = reasonsOf(moduleId);
  const reachable = reasons.filter(([, code]) => !(code in REFUSED_BY_THE_FORM));
  const malformed = reasons.filter(([, code]) => code in REFUSED_BY_THE_FORM);

  test.runIf(reachable.length > 0).each(reachable)('ends as %s with %s', async (status, code) => {
    const recipe = RECIPES[code] ?? expect.fail(`No recipe leads to ${code}`);
    const made = await submission(moduleId, recipe(moduleId));
    await assess(made);
    await makeVisit(made);
    const applicant = await applicantOf(made);
    const [result] = applicant.modules;
    expect([result?.status, result?.reasonCodes]).toStrictEqual([status, expect.arrayContaining([code])]);
    const isVerdict = status !== 'unavailable' && code !== 'address_pending';
    expect(result?.chargeKobo).toBe(isVerdict ? priceOf(moduleId) : 0);
    expect(await checkDebitsOf(made)).toHaveLength(isVerdict && priceOf(moduleId) > 0 ? 1 : 0);
    expect(APPLICANT_STATUSES).toContain(applicant.status);
    if (!isVerdict) expect(applicant.status).toBe('requires_review');
  });

  test.runIf(malformed.length > 0).each(malformed)(
    'is never submitted with input that would be %s with %s',
    (_, code) => {
      const refused = checkAnswers(moduleId, { ...usualAnswers(moduleId), ...REFUSED_BY_THE_FORM[code] });
      expect(refused).toHaveProperty('problems');
    },
  );
});

describe('All nineteen modules together, in the sandbox,', () => {
  const everything = (businessName: string) =>
    submitted({
      modules: MODULE_IDS,
      subject: { businessName },
      answers: { business_profile: { businessName } },
      balanceKobo: 5_000_000,
    });
  const priced = MODULE_IDS.filter((id) => coveringModule(id, MODULE_IDS) === undefined).reduce(
    (sum, moduleId) => sum + priceOf(moduleId),
    0,
  );

  const known = (moduleId: ModuleId): ReadonlySet<string> => new Set(reasonsOf(moduleId).map(([, code]) => code));

  test.each([
    ['Adire Textiles Ltd', 'approved'],
    ['SANDBOX_REJECT Ltd', 'rejected'],
    ['SANDBOX_REVIEW Ltd', 'requires_review'],
    ['SANDBOX_SANCTIONS Ltd', 'requires_review'],
    ['SANDBOX_PEP Ltd', 'requires_review'],
    ['SANDBOX_ADVERSE Ltd', 'requires_review'],
    ['SANDBOX_UNAVAILABLE Ltd', 'requires_review'],
    ['SANDBOX_RESUBMIT Ltd', 'resubmission_requested'],
  ])('are decided for %s: %s, only with codes of the table, each verdict charged once', async (name, status) => {
    const made = await everything(name);
    await assess(made);
    await makeVisit(made);
    const applicant = await applicantOf(made);
    expect(applicant.status).toBe(status);
    expect(applicant.modules.map(({ moduleId }) => moduleId)).toStrictEqual(MODULE_IDS);
    for (const { moduleId, reasonCodes } of applicant.modules) {
      expect(reasonCodes.filter((code) => !known(moduleId).has(code))).toStrictEqual([]);
    }
    const chargedKobo = applicant.modules.reduce((sum, { chargeKobo }) => sum + chargeKobo, 0);
    const debitedKobo = (await checkDebitsOf(made)).reduce((sum, { amountKobo }) => sum + amountKobo, 0);
    expect(debitedKobo).toBe(chargedKobo);
    expect(chargedKobo).toBe(name.startsWith('SANDBOX_UNAVAILABLE') ? 0 : priced);
  });

  test('are all unavailable and uncharged if live has no configured source', async () => {
    const made = await submitted({ modules: MODULE_IDS, environment: 'live', balanceKobo: 5_000_000 });
    const sources = selectSources({ environment: 'live', sourcesConfig: {}, simulateLiveSources: false });
    await assess(made, run({ sourcesFor: async () => sources }));
    const applicant = await applicantOf(made);
    expect(applicant.status).toBe('requires_review');
    for (const { moduleId, status, chargeKobo } of applicant.modules) {
      expect([moduleId, status, chargeKobo]).toStrictEqual([
        moduleId,
        MODULES[moduleId].source === null ? 'passed' : 'unavailable',
        0,
      ]);
    }
  });
});
