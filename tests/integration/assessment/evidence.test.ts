import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as verificationHandler } from '#functions/api/verification/read-verification';
import { readVerification } from '#functions/api/verification/read-verification.contract';
import { serviceTable } from '#shared/db/client';
import { directCheckKeys } from '#shared/direct-checks/keys';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { readTestVault } from '#tests/support/vault';
import { assess } from './run.ts';
import { applicantOf, type Submitted, submitted } from './submissions.ts';
import { makeVisit } from './visit-steps.ts';

const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));
const readCheck = endpoint(readVerification, verificationHandler.with({ vault: readTestVault }));

const named = (businessName: string, modules: readonly ModuleId[]) =>
  submitted({ modules, subject: { businessName }, answers: { business_profile: { businessName } } });

/** An applicant as its account reads it, and that account with the sandbox in reach. */
const readOf = async (submission: Submitted) => {
  const account = await signedInAccount({ accountId: submission.accountId });
  const { body } = await read(account, { pathParameters: { id: submission.applicantId } });
  return { account, modules: body.data.modules as readonly Record<string, unknown>[] };
};

const storedCheck = ({ accountId }: Submitted, reference: unknown) =>
  serviceTable().get(directCheckKeys.directCheck(accountId, 'sandbox', String(reference)));

/** A verification by a key of the sandbox, which is where these applicants are. */
const verificationOf = async (account: SignedInAccount, reference: unknown) => {
  const { headers } = await apiKeyFor(account, 'sandbox');
  const caller: SignedInAccount = { ...account, environments: ['sandbox'], via: 'key', headers };
  return readCheck(caller, { pathParameters: { reference: String(reference) } });
};

describe('The evidence of an assessed applicant', () => {
  test('is one item for each source that was asked, and none for what is only collected', async () => {
    const submission = await named('Adire Textiles Ltd', ['business_profile', 'cac_verification', 'aml_screening']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules.map(({ moduleId, evidence }) => [moduleId, evidence])).toEqual([
      ['business_profile', []],
      ['cac_verification', [{ source: 'registry', at: expect.any(String), matched: true, differs: [], entries: [] }]],
      ['aml_screening', [{ source: 'screening', at: expect.any(String), matched: false, differs: [], entries: [] }]],
    ]);
  });

  test('names the field that differs', async () => {
    const submission = await named('SANDBOX_REVIEW Ltd', ['cac_verification']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([{ evidence: [{ source: 'registry', matched: true, differs: ['businessName'] }] }]);
  });

  test('has the list entries of a hit, which are stored sealed and told to nobody else', async () => {
    const name = 'SANDBOX_SANCTIONS Ltd';
    const submission = await named(name, ['business_profile', 'aml_screening', 'sanctions_screening']);
    const { events, lines } = await assess(submission);
    const entries = [{ list: 'sandbox_sanctions', name, score: 1, url: null }];
    const { account, modules } = await readOf(submission);
    const [, aml, sanctions] = modules;
    expect(aml).toMatchObject({ evidence: [{ source: 'screening', matched: true, entries }] });
    expect(sanctions).toMatchObject({ evidence: [{ source: 'screening', matched: true, entries }], chargeKobo: 0 });
    expect(sanctions?.['verificationReference']).toBe(aml?.['verificationReference']);

    const stored = await storedCheck(submission, aml?.['verificationReference']);
    expect(stored?.['sealedEntries']).toMatch(/^v1\./);
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

  test('of a check is that of its own topic where another screening covers it', async () => {
    const submission = await named('SANDBOX_PEP Ltd', ['aml_screening', 'sanctions_screening']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([
      { moduleId: 'aml_screening', evidence: [{ matched: true, entries: [{ list: 'sandbox_pep' }] }] },
      { moduleId: 'sanctions_screening', evidence: [{ matched: false, entries: [] }] },
    ]);
  });

  test('of a visit comes with its end, and so does its charge', async () => {
    const submission = await submitted({ modules: ['address_verification'] });
    await assess(submission);
    const before = await readOf(submission);
    const reference = before.modules[0]?.['verificationReference'];
    expect(before.modules).toMatchObject([{ status: 'review', evidence: [] }]);
    const pending = (await verificationOf(before.account, reference)).body.data;
    expect(pending).toMatchObject({ status: 'pending', chargeKobo: 0, evidence: [], completedAt: null });

    await makeVisit(submission);
    const evidence = [{ source: 'visits', at: expect.any(String), matched: true, differs: [], entries: [] }];
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

  test('is missing where a source is down: nothing is recorded or charged', async () => {
    const submission = await named('SANDBOX_UNAVAILABLE Ltd', ['cac_verification']);
    await assess(submission);
    const { modules } = await readOf(submission);
    expect(modules).toMatchObject([{ status: 'unavailable', evidence: [], chargeKobo: 0 }]);
    expect(modules[0]).not.toHaveProperty('verificationReference');
  });
});
