import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as reassessHandler } from '#functions/api/kyb/reassess-applicant';
import { reassessApplicant } from '#functions/api/kyb/reassess-applicant.contract';
import { handler as listHandler } from '#functions/api/verification/list-verifications';
import { listVerifications } from '#functions/api/verification/list-verifications.contract';
import { handler as verificationHandler } from '#functions/api/verification/read-verification';
import { readVerification } from '#functions/api/verification/read-verification.contract';
import { serviceTable } from '#shared/db/client';
import { put, type WriteOperation } from '#shared/db/expressions';
import { directCheckKeys } from '#shared/direct-checks/keys';
import { completeRecords } from '#shared/onboarding/applicants/module-evidence';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { evidenceLists } from '#shared/verification/keys';
import { assessAgain, withoutTaxAuthority } from '#tests/integration/review/applicants';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { readTestVault } from '#tests/support/vault';
import { waitUntil } from '#tests/support/wait-until';
import { assess, run } from './run.ts';
import { ANSWERS, applicantOf, type Submitted, submitted } from './submissions.ts';
import { makeVisit } from './visit-steps.ts';

const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));
const readCheck = endpoint(readVerification, verificationHandler.with({ vault: readTestVault }));

const list = endpoint(listVerifications, listHandler.with({ vault: readTestVault }));
const reassess = endpoint(reassessApplicant, reassessHandler);

const named = (businessName: string, modules: readonly ModuleId[]) =>
  submitted({ modules, subject: { businessName }, answers: { business_profile: { businessName } } });

/** An applicant as its account reads it, and the account with access to the sandbox. */
const readOf = async (submission: Submitted) => {
  const account = await signedInAccount({ accountId: submission.accountId });
  const { body } = await read(account, { pathParameters: { id: submission.applicantId } });
  return { account, modules: body.data.modules as readonly Record<string, unknown>[] };
};

const storedCheck = ({ accountId }: Submitted, reference: unknown) =>
  serviceTable().get(directCheckKeys.directCheck(accountId, 'sandbox', String(reference)));

const evidenceItemsOf = ({ accountId, applicantId }: Submitted) =>
  serviceTable().queryAll({ partition: evidenceLists.evidence(accountId, applicantId) });

/** An account that calls with a key of the sandbox, where these applicants are. */
const inSandbox = async (account: SignedInAccount): Promise<SignedInAccount> => {
  const { headers } = await apiKeyFor(account, 'sandbox');
  return { ...account, environments: ['sandbox'], via: 'key', headers };
};

const verificationOf = async (account: SignedInAccount, reference: unknown) =>
  readCheck(await inSandbox(account), { pathParameters: { reference: String(reference) } });

describe('The evidence of an assessed applicant', () => {
  test('is one item for each source that was asked, and none for a module that only collects', async () => {
    const submission = await named('Adire Textiles Ltd', ['business_profile', 'cac_verification', 'aml_screening']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules.map(({ moduleId, evidence }) => [moduleId, evidence])).toEqual([
      ['business_profile', []],
      [
        'cac_verification',
        [
          {
            ...{ source: 'registry', at: expect.any(String), matched: true, differs: [], entries: [] },
            compared: { registrationNumber: 'RC7654321', businessName: 'Adire Textiles Ltd' },
            answered: {
              ...{ businessName: 'Adire Textiles Ltd', registrationNumber: 'RC7654321', businessStatus: 'active' },
              ...{ registrationDate: '2001-02-18', address: '122 Sandbox Street, Garki, FCT' },
            },
          },
        ],
      ],
      [
        'aml_screening',
        [
          {
            ...{ source: 'screening', at: expect.any(String), matched: false, differs: [], entries: [] },
            compared: { businessNames: ['Adire Textiles Ltd'], registrationNumber: 'RC7654321' },
            answered: { possibleMatches: '0' },
          },
        ],
      ],
    ]);
  });

  test('is shown with each of its checks, and in the list of checks', async () => {
    const submission = await named('Adire Textiles Ltd', ['cac_verification', 'tin_verification']);
    await assess(submission);
    const { account, modules } = await readOf(submission);
    for (const { moduleId, verificationReference, evidence } of modules) {
      const { body } = await verificationOf(account, verificationReference);
      expect(body.data).toMatchObject({ moduleId, evidence });
    }
    const ofSandbox = await inSandbox(account);
    await waitUntil(async () => (await list(ofSandbox)).body.data.length === 2, { what: 'two checks in the list' });
    const { body } = await list(ofSandbox);
    const shown = (body.data as Record<string, unknown>[]).map(({ moduleId, evidence }) => ({ moduleId, evidence }));
    expect(shown).toEqual(expect.arrayContaining(modules.map(({ moduleId, evidence }) => ({ moduleId, evidence }))));
  });

  test('is one sealed item, whatever the number of checks', async () => {
    const submission = await submitted({ modules: MODULE_IDS });
    const { tried } = await assess(submission);
    const isEvidence = (write: WriteOperation) => write.kind === 'put' && write.item.pk.startsWith('EVIDENCE#');
    expect(tried.flat().filter(isEvidence)).toHaveLength(1);
    const [item, ...others] = await evidenceItemsOf(submission);
    expect(others).toEqual([]);
    expect(item?.['sealedEvidence']).toMatch(/^v1\./);
    const told = Object.values(ANSWERS).flatMap((given) => Object.values(given).flat());
    for (const text of told.filter((one) => one.length > 3)) expect(JSON.stringify(item)).not.toContain(text);
  });

  test('is shown only to the account: no event, log line or mail contains any of it', async () => {
    const submission = await submitted({ modules: MODULE_IDS });
    const { events, lines, measured } = await assess(submission);
    const elsewhere = JSON.stringify([await events(), lines, measured, await applicantOf(submission)]);
    for (const text of ['Sandbox Street', 'compared', 'answered', 'possibleMatches', 'RC7654321', '0000014579']) {
      expect(elsewhere).not.toContain(text);
    }
  });

  test('from an earlier assessment stays with the checks that are kept', async () => {
    const submission = await named('Adire Textiles Ltd', ['cac_verification', 'tin_verification']);
    await assess(submission, run({ sourcesFor: withoutTaxAuthority }));
    const before = await readOf(submission);
    expect(before.modules).toMatchObject([{ evidence: [{ compared: {} }] }, { evidence: [] }]);
    await reassess(before.account, { pathParameters: { id: submission.applicantId } });
    await assessAgain(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([
      { evidence: before.modules[0]?.['evidence'] },
      { evidence: [{ compared: { tin: '87654321-0003' }, answered: { taxpayerName: 'Adire Textiles Ltd' } }] },
    ]);
    expect(await evidenceItemsOf(submission)).toHaveLength(2);
  });

  test('is shown whole if more is stored than is read with the applicant, or it was stored a moment later', async () => {
    const submission = await named('SANDBOX_SANCTIONS Ltd', ['cac_verification', 'aml_screening']);
    await assess(submission);
    const before = await readOf(submission);
    const [item] = await evidenceItemsOf(submission);
    if (!item) throw new Error('The evidence is stored');
    const later = Array.from({ length: 12 }, (_, index) => `ver_7${String(index).padStart(23, 'Z')}`);
    for (const evidenceId of later)
      await serviceTable().write(put({ ...item, sk: `${evidenceLists.checks}${evidenceId}`, evidenceId }));
    expect((await readOf(submission)).modules).toEqual(before.modules);

    const applicant = await applicantOf(submission);
    const missed = await completeRecords(serviceTable(), applicant, { items: [] });
    expect(missed.items.map(({ evidenceId }) => evidenceId)).toEqual([item['evidenceId']]);
  });

  test('is kept for the days of the stage and then gone, deleted or not; what follows from the reasons stays', async () => {
    const assessedAgo = async (days: number) => {
      const submission = await named('SANDBOX_SANCTIONS Ltd', ['cac_verification', 'aml_screening']);
      const clock = () => Date.now() - days * 24 * 60 * 60_000;
      await assess(submission, run({ clock, evidenceRetention: () => 10 }));
      return (await readOf(submission)).modules;
    };
    const kept = await assessedAgo(9);
    expect(kept).toMatchObject([
      { evidence: [{ compared: { registrationNumber: 'RC7654321' }, answered: { businessStatus: 'active' } }] },
      { evidence: [{ matched: true, entries: [{ list: 'sandbox_sanctions' }] }] },
    ]);
    const nothing = { at: expect.any(String), compared: null, answered: null, entries: [] };
    const [cac, aml] = kept.map(({ evidence }) => (evidence as Record<string, unknown>[])[0]);
    expect((await assessedAgo(11)).map(({ evidence }) => evidence)).toEqual([
      [{ ...cac, ...nothing }],
      [{ ...aml, ...nothing }],
    ]);
  });

  test('of a visit is shown for the days of the stage', async () => {
    const submission = await submitted({ modules: ['address_verification'] });
    await assess(submission);
    await makeVisit(submission);
    const account = await signedInAccount({ accountId: submission.accountId });
    const readWith = async (evidenceRetention: () => number) => {
      const handler = readHandler.with({ vault: readTestVault, evidenceRetention });
      const { body } = await endpoint(readApplicant, handler)(account, {
        pathParameters: { id: submission.applicantId },
      });
      return body.data.modules[0].evidence;
    };
    expect(await readWith(() => 1)).toMatchObject([{ compared: { street: '14 Marina Road' } }]);
    const gone = { source: 'visits', matched: true, differs: [], compared: null, answered: null, entries: [] };
    expect(await readWith(() => -1)).toMatchObject([gone]);
  });

  test('names the field that differs', async () => {
    const submission = await named('SANDBOX_REVIEW Ltd', ['cac_verification']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([{ evidence: [{ source: 'registry', matched: true, differs: ['businessName'] }] }]);
  });

  test('has the list entries of a hit, which are stored sealed and shown to nobody else', async () => {
    const name = 'SANDBOX_SANCTIONS Ltd';
    const submission = await named(name, ['business_profile', 'aml_screening', 'sanctions_screening']);
    const { events, lines } = await assess(submission);
    const entries = [
      {
        ...{
          entity: expect.stringMatching(/^sandbox-sanctions-/),
          topic: 'sanctions',
          list: 'sandbox_sanctions',
          name,
        },
        ...{ score: 1, url: null, listedAt: '2020-01-15T00:00:00', country: 'ng', birthDate: null },
        address: expect.stringContaining('Sandbox Street'),
      },
    ];
    const { account, modules } = await readOf(submission);
    const [, aml, sanctions] = modules;
    expect(aml).toMatchObject({ evidence: [{ source: 'screening', matched: true, entries }] });
    expect(sanctions).toMatchObject({ evidence: [{ source: 'screening', matched: true, entries }], chargeKobo: 0 });
    expect(sanctions?.['verificationReference']).toBe(aml?.['verificationReference']);

    const stored = await storedCheck(submission, aml?.['verificationReference']);
    const elsewhere = JSON.stringify([stored, await applicantOf(submission), await events(), lines]);
    expect(elsewhere).not.toContain('sandbox_sanctions');

    const { status, body } = await verificationOf(account, aml?.['verificationReference']);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'aml_screening',
      applicantId: submission.applicantId,
      companyId: null,
      status: 'review',
      reasonCodes: ['sanctions_match'],
      chargeKobo: 25_000,
      evidence: [{ matched: true, entries }],
    });
  });

  test('of a check has only its own topic if another screening covers it', async () => {
    const submission = await named('SANDBOX_PEP Ltd', ['aml_screening', 'sanctions_screening']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([
      { moduleId: 'aml_screening', evidence: [{ matched: true, entries: [{ list: 'sandbox_pep' }] }] },
      { moduleId: 'sanctions_screening', evidence: [{ matched: false, entries: [] }] },
    ]);
  });

  test('of a visit arrives with its end, and so does its charge', async () => {
    const submission = await submitted({ modules: ['address_verification'] });
    await assess(submission);
    const before = await readOf(submission);
    const reference = before.modules[0]?.['verificationReference'];
    expect(before.modules).toMatchObject([{ status: 'review', evidence: [] }]);
    const pending = (await verificationOf(before.account, reference)).body.data;
    expect(pending).toMatchObject({ status: 'pending', chargeKobo: 0, evidence: [], completedAt: null });

    await makeVisit(submission);
    const evidence = [
      {
        ...{ source: 'visits', at: expect.any(String), matched: true, differs: [], entries: [] },
        compared: { street: '14 Marina Road', city: 'Lagos', state: 'Lagos' },
        answered: { result: 'verified', location: '14 Marina Road, Lagos, Lagos' },
      },
    ];
    expect((await readOf(submission)).modules).toMatchObject([{ status: 'passed', evidence }]);
    const { body } = await verificationOf(before.account, reference);
    expect(body.data).toMatchObject({
      type: 'address',
      applicantId: submission.applicantId,
      status: 'passed',
      chargeKobo: 500_000,
      refundedAt: null,
      evidence,
    });
  });

  test('is missing if a source is down: nothing is recorded or charged', async () => {
    const submission = await named('SANDBOX_UNAVAILABLE Ltd', ['cac_verification']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([{ status: 'unavailable', evidence: [], chargeKobo: 0 }]);
    expect(modules[0]).not.toHaveProperty('verificationReference');
  });
});
