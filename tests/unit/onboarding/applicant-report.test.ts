import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { applicantReport } from '#shared/onboarding/report/applicant-report';
import { applicantReportBody } from '#shared/onboarding/report/report-body';
import { type Reported, smallestApplicant, typicalApplicant } from '#tests/support/reported-applicants';

const NOW_MS = Date.UTC(2026, 10, 27, 17, 30);

const reportOn = ({ applicant, session, evidence }: Reported) => applicantReport(applicant, session, evidence, NOW_MS);

const typical = typicalApplicant('live');

const withApplicant = (changes: Partial<Reported['applicant']>): Reported => ({
  ...typical,
  applicant: { ...typical.applicant, ...changes },
});

describe('The report on an applicant', () => {
  test('says who it is about, and when it was made', async () => {
    expect(await reportOn(smallestApplicant('sandbox'))).toMatchObject({
      madeAt: '2026-11-27T17:30:00.000Z',
      environment: 'sandbox',
      accountId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
      applicantId: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
      business: { registeredName: null, subject: {} },
      decision: null,
      modules: [],
      charges: { totalKobo: 50_000, modules: [], otherKobo: 50_000 },
    });
  });

  test('has nothing that its schema drops', async () => {
    const report = await reportOn(typical);
    expect(parse(applicantReportBody, report)).toStrictEqual(report);
  });

  test('has the answers in the order of the form, in a readable form', async () => {
    const { modules } = await reportOn(typical);
    expect(modules[0]?.answers.map(({ name, label }) => [name, label])).toStrictEqual([
      ['businessName', 'Business name'],
      ['website', 'Website'],
      ['description', 'What the business does'],
    ]);
    expect(modules[1]).toMatchObject({
      title: 'CAC registration',
      answers: [
        { label: 'Registration number', value: 'RC1234567' },
        { label: 'Type of registration', value: 'company', valueLabel: 'Limited company (RC)' },
      ],
    });
  });

  test('has the reasons of each check in words, and its evidence', async () => {
    const { modules } = await reportOn(typical);
    expect(modules[1]?.result).toMatchObject({
      status: 'review',
      reasons: [{ code: 'name_mismatch', meaning: 'The record is under a different name.' }],
      evidence: [{ source: 'registry', matched: true, differs: ['businessName'] }],
    });
    expect(modules[2]?.result?.people?.[1]).toStrictEqual({
      fullName: 'محمد علي',
      reasons: [{ code: 'person_mismatch', meaning: 'Details of at least one person differ from the record.' }],
    });
  });

  test('has the files with their hashes, without an address of any', async () => {
    const { modules } = await reportOn(typical);
    expect(modules[4]?.files.map(({ filename, sha256 }) => [filename, sha256])).toStrictEqual([
      ['certificate of incorporation.pdf', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      ['licence.png', null],
    ]);
    expect(Object.keys(modules[4]?.files[0] ?? {})).not.toContain('url');
  });

  test('has the answers of modules and fields that no longer exist', async () => {
    const session = {
      answers: { tin_verification: { tin: '1', remark: 'x', consentVersion: 'v2' } },
      attachments: { memart_verification: [] },
    };
    const { modules } = await reportOn({ ...smallestApplicant('live'), session });
    expect(modules.map(({ moduleId, result }) => [moduleId, result])).toStrictEqual([
      ['memart_verification', null],
      ['tin_verification', null],
    ]);
    expect(modules[1]?.answers.map(({ label }) => label)).toStrictEqual([
      'Tax identification number',
      'Agreement',
      'remark',
    ]);
  });

  test("says who decided, and does not read a reviewer's words as codes", async () => {
    const { decision } = await reportOn(withApplicant({ decisionReason: 'name_mismatch' }));
    expect(decision).toMatchObject({ outcome: 'approved', by: 'reviewer', reason: 'name_mismatch', reasons: [] });
  });

  test('says how the service decided, by the codes that it stored', async () => {
    const { timeline } = typical.applicant;
    const changes = { timeline: timeline.slice(0, 5), decisionReason: 'score_undecided, name_mismatch' };
    expect((await reportOn(withApplicant(changes))).decision).toStrictEqual({
      outcome: 'requires_review',
      at: '2026-11-21T14:34:27.412Z',
      by: 'service',
      reviewedBy: null,
      riskScore: 48,
      reason: 'score_undecided, name_mismatch',
      reasons: [
        { code: 'score_undecided', meaning: 'The risk score is between the two thresholds.' },
        { code: 'name_mismatch', meaning: 'The record is under a different name.' },
      ],
    });
  });

  test('has the last decision while the applicant answers again', async () => {
    const timeline = [
      ...typical.applicant.timeline.slice(0, 5),
      { status: 'resubmission_requested', at: '2026-11-23T10:00:00.000Z', by: 'reviewer' },
      { status: 'in_progress', at: '2026-11-24T10:00:00.000Z', by: 'applicant' },
    ] as const;
    const { decision } = await reportOn(withApplicant({ status: 'in_progress', timeline: [...timeline] }));
    expect(decision).toMatchObject({ outcome: 'resubmission_requested', at: '2026-11-23T10:00:00.000Z' });
  });

  test('sums its charges up to the amount that was charged', async () => {
    const { charges } = await reportOn(typical);
    expect(charges).toStrictEqual({
      totalKobo: 130_000,
      modules: [
        { moduleId: 'cac_verification', chargeKobo: 20_000 },
        { moduleId: 'directors_kyc', chargeKobo: 20_000 },
        { moduleId: 'sanctions_screening', chargeKobo: 10_000 },
      ],
      otherKobo: 80_000,
    });
  });
});
