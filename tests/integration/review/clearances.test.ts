import { describe, expect, test } from 'vitest';
import { handler as clearHandler } from '#functions/api/kyb/clear-entry';
import { clearEntry } from '#functions/api/kyb/clear-entry.contract';
import { handler as listHandler } from '#functions/api/kyb/list-clearances';
import { listClearances } from '#functions/api/kyb/list-clearances.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as reassessHandler } from '#functions/api/kyb/reassess-applicant';
import { reassessApplicant } from '#functions/api/kyb/reassess-applicant.contract';
import { handler as withdrawHandler } from '#functions/api/kyb/withdraw-clearance';
import { withdrawClearance } from '#functions/api/kyb/withdraw-clearance.contract';
import { handler as verificationHandler } from '#functions/api/verification/read-verification';
import { readVerification } from '#functions/api/verification/read-verification.contract';
import { clearanceFor, screeningOf } from '#scripts/invoke/screening';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { newId } from '#shared/platform/ids';
import { found } from '#shared/sources/lookup-results';
import type { ScreeningHit } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { selectSources } from '#shared/sources/select';
import { evidenceKeysOf } from '#shared/verification/erase-evidence';
import { evidenceKeys, evidenceLists } from '#shared/verification/keys';
import { assess, run } from '#tests/integration/assessment/run';
import { applicantOf, checkDebitsOf, type Submitted, submitted } from '#tests/integration/assessment/submissions';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault, TEST_VAULT_SECRET } from '#tests/support/vault';
import { assessAgain } from './applicants.ts';

const clear = endpoint(clearEntry, clearHandler.with({ vault: readTestVault }));
const list = endpoint(listClearances, listHandler.with({ vault: readTestVault }));
const withdraw = endpoint(withdrawClearance, withdrawHandler);
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));
const reassess = endpoint(reassessApplicant, reassessHandler);
const readCheck = endpoint(readVerification, verificationHandler.with({ vault: readTestVault }));

const REASON = 'Born in another year, in another country.';

const hit = (listedId: string, more: Partial<ScreeningHit> = {}): ScreeningHit => ({
  topic: 'sanctions',
  listedId,
  listed: { list: 'ng_nigsac', entity: `Listed ${listedId}`, url: null },
  matchScore: 0.9,
  details: { lists: ['ng_nigsac'], topics: ['sanction'], listedAt: '2019-01-01', changedAt: '2020-01-01' },
  ...more,
});

/** Sources whose lists have these entries, without a rehearsed outcome. */
const listing =
  (...hits: ScreeningHit[]) =>
  async () => {
    const sources = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });
    const screening: typeof sources.ports.screening = async ({ topics }) =>
      found({ hits: hits.filter(({ topic }) => topics.includes(topic)) });
    return { ...sources, ports: { ...sources.ports, screening }, rehearse: () => NOTHING_REHEARSED };
  };

interface Screened {
  readonly account: SignedInAccount;
  readonly submission: Submitted;
  /** The check of the first module. */
  readonly reference: string;
  readonly path: { readonly id: string };
}

/** An applicant that requires review, screened by lists with these entries. */
const screened = async (
  hits: readonly ScreeningHit[],
  modules: readonly ModuleId[] = ['aml_screening', 'business_profile'],
): Promise<Screened> => {
  const account = await signedInAccount();
  const submission = await submitted({ accountId: account.accountId, modules });
  await assess(submission, run({ sourcesFor: listing(...hits) }));
  const { status, modules: results } = await applicantOf(submission);
  expect(status).toBe('requires_review');
  const reference = results.find(({ moduleId }) => moduleId === modules[0])?.verificationReference ?? '';
  return { account, submission, reference, path: { id: submission.applicantId } };
};

const clearing = ({ account, path, reference }: Screened, entity: string, headers: Record<string, string> = {}) =>
  clear(account, {
    pathParameters: path,
    body: { verificationReference: reference, entity, reason: REASON },
    headers,
  });

/** Has it assessed again, with lists that have these entries. */
const assessedAgain = async ({ account, path, submission }: Screened, ...hits: ScreeningHit[]) => {
  expect((await reassess(account, { pathParameters: path })).status).toBe(200);
  await assessAgain(submission, run({ sourcesFor: listing(...hits) }));
  return applicantOf(submission);
};

const entriesOf = async ({ account, path }: Screened, moduleId: ModuleId = 'aml_screening') => {
  const { body } = await read(account, { pathParameters: path });
  const modules = body.data.modules as { moduleId: string; evidence: { entries: Record<string, unknown>[] }[] }[];
  return modules.find((one) => one.moduleId === moduleId)?.evidence[0]?.entries ?? [];
};

describe('A list entry is cleared', () => {
  test('by whom, when and why: the response, the list and the evidence agree', async () => {
    const applicant = await screened([hit('Q1'), hit('Q2')]);
    const { account, path, reference } = applicant;
    const { status, body } = await clearing(applicant, 'Q1');
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        ...{ id: expect.stringMatching(/^clr_/), verificationReference: reference, entity: 'Q1', list: 'ng_nigsac' },
        ...{ name: 'Listed Q1', reason: REASON, by: account.accountId, at: expect.any(String) },
      },
    });
    expect((await list(account, { pathParameters: path })).body).toStrictEqual({ success: true, data: [body.data] });
    const { id: clearanceId, by, at, reason } = body.data;
    const entries = await entriesOf(applicant);
    expect(entries).toMatchObject([
      { entity: 'Q1', cleared: { clearanceId, by, at, reason, withdrawnAt: null } },
      { entity: 'Q2', cleared: null },
    ]);
    const { headers } = await apiKeyFor(account, 'sandbox');
    const byKey: SignedInAccount = { ...account, environments: ['sandbox'], via: 'key', headers };
    const check = await readCheck(byKey, { pathParameters: { reference } });
    expect(check.body.data.evidence[0].entries).toEqual(entries);
  });

  test('by a server: its key is named', async () => {
    const applicant = await screened([hit('Q1')]);
    const { headers } = await apiKeyFor(applicant.account, 'sandbox');
    const account: SignedInAccount = { ...applicant.account, environments: ['sandbox'], via: 'key', headers };
    expect((await clearing({ ...applicant, account }, 'Q1')).body.data.by).toMatch(/^key_/);
  });

  test('by its list and its name', async () => {
    const { account, path, reference } = await screened([hit('Q1'), hit('Q2')]);
    const named = { verificationReference: reference, list: 'ng_nigsac', name: 'Listed Q2', reason: REASON };
    expect((await clear(account, { pathParameters: path, body: named })).body.data.entity).toBe('Q2');
  });

  test('once: again is the same clearance, even at the same moment, and a repeated key changes nothing', async () => {
    const applicant = await screened([hit('Q1')]);
    const both = await Promise.all([clearing(applicant, 'Q1'), clearing(applicant, 'Q1')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    const again = await clearing(applicant, 'Q1');
    expect(again.status).toBe(200);
    expect(new Set([...both, again].map(({ body }) => body.data.id)).size).toBe(1);
    const other = await screened([hit('Q1')]);
    const headers = { 'idempotency-key': newId('jti', Date.now()) };
    const first = await clearing(other, 'Q1', headers);
    expect([first.status, (await clearing(other, 'Q1', headers)).body]).toEqual([201, first.body]);
  });

  test('like eleven others: the applicant shows them all', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Q${index}`);
    const applicant = await screened(names.map((name) => hit(name)));
    for (const name of names) expect((await clearing(applicant, name)).status).toBe(201);
    const entries = await entriesOf(applicant);
    expect(entries.map(({ entity, cleared }) => [entity, cleared !== null])).toEqual(names.map((name) => [name, true]));
  });

  test('and stored sealed: neither the name nor the reason is in the table', async () => {
    const applicant = await screened([hit('Q1')]);
    await clearing(applicant, 'Q1');
    const { accountId } = applicant.account;
    const items = await serviceTable().queryAll({ partition: evidenceLists.evidence(accountId, applicant.path.id) });
    expect(items.map(({ sk }) => sk.split('#')[0])).toEqual(['CHECKS', 'CLEARANCE', 'CLEARANCES']);
    for (const text of ['Listed Q1', 'another year', 'ng_nigsac']) expect(JSON.stringify(items)).not.toContain(text);
    expect(await evidenceKeysOf(serviceTable(), await applicantOf(applicant.submission), 25)).toHaveLength(3);
  });
});

describe('At the next assessment', () => {
  test('a screening whose entries are all cleared passes, without a lookup or a charge, and the applicant is decided', async () => {
    const applicant = await screened([hit('Q1'), hit('Q2')]);
    const debits = (await checkDebitsOf(applicant.submission)).length;
    await clearing(applicant, 'Q1');
    const open = await assessedAgain(applicant, hit('Q9'));
    expect(open).toMatchObject({ status: 'requires_review', modules: [{ status: 'review' }, {}] });
    await clearing(applicant, 'Q2');
    const decided = await assessedAgain(applicant, hit('Q9'));
    expect(decided).toMatchObject({
      status: 'approved',
      riskScore: 0,
      modules: [{ moduleId: 'aml_screening', status: 'passed', reasonCodes: [], chargeKobo: 25_000 }, {}],
    });
    expect(await checkDebitsOf(applicant.submission)).toHaveLength(debits);
    expect((await entriesOf(applicant)).map(({ cleared }) => cleared !== null)).toEqual([true, true]);
  });

  test('the reason of a topic is removed if all its entries are cleared, the others stay, and a covered module follows', async () => {
    const pep = hit('Q2', { topic: 'pep' });
    const applicant = await screened([hit('Q1'), pep], ['aml_screening', 'sanctions_screening', 'business_profile']);
    await clearing(applicant, 'Q1');
    const { modules, status } = await assessedAgain(applicant);
    expect(status).toBe('requires_review');
    expect(modules).toMatchObject([
      { moduleId: 'aml_screening', status: 'review', reasonCodes: ['pep_match'] },
      { moduleId: 'sanctions_screening', status: 'passed', reasonCodes: [] },
      {},
    ]);
  });

  test('a withdrawn clearance no longer counts, and stays visible as withdrawn', async () => {
    const applicant = await screened([hit('Q1')]);
    const { account, path } = applicant;
    const { id: clearanceId } = (await clearing(applicant, 'Q1')).body.data;
    const { status, body } = await withdraw(account, { pathParameters: { ...path, clearanceId } });
    expect([status, body]).toEqual([200, { success: true, message: 'The clearance is withdrawn.' }]);
    expect((await list(account, { pathParameters: path })).body.data).toEqual([]);
    expect(await assessedAgain(applicant)).toMatchObject({
      status: 'requires_review',
      modules: [{ status: 'review' }, {}],
    });
    expect(await entriesOf(applicant)).toMatchObject([{ cleared: { clearanceId, withdrawnAt: expect.any(String) } }]);
    expect((await withdraw(account, { pathParameters: { ...path, clearanceId } })).status).toBe(404);
    const again = await clearing(applicant, 'Q1');
    expect(again.status).toBe(201);
    expect(again.body.data.id).not.toBe(clearanceId);
    expect(await assessedAgain(applicant)).toMatchObject({ status: 'approved' });
  });

  test('it stays in review if more entries were found than are kept, because nobody saw the others', async () => {
    const hits = Array.from({ length: 21 }, (_, at) => hit(`Q${at}`));
    const applicant = await screened(hits);
    for (const { entity } of await entriesOf(applicant)) await clearing(applicant, String(entity));
    expect(await assessedAgain(applicant)).toMatchObject({
      status: 'requires_review',
      modules: [{ status: 'review' }, {}],
    });
  });

  test("in a new screening, cleared entries stay cleared until the source's data on them changes", async () => {
    const applicant = await screened([hit('Q1')]);
    await clearing(applicant, 'Q1');
    const screenedAnew = async (...hits: ScreeningHit[]) => {
      // As after a resubmission with other names.
      const key = { pk: `APP#${applicant.path.id}`, sk: 'APPLICANT' };
      const { modules } = await applicantOf(applicant.submission);
      const set = {
        status: 'requires_review',
        modules: modules.map((one) =>
          one.moduleId === 'aml_screening' ? { ...one, status: 'unavailable', completedAt: null } : one,
        ),
      };
      await serviceTable().write(update(key, { set, when: {} }));
      return assessedAgain(applicant, ...hits);
    };
    expect(await screenedAnew(hit('Q1', { matchScore: 0.8 }))).toMatchObject({ status: 'approved' });
    expect(await entriesOf(applicant)).toMatchObject([{ entity: 'Q1', score: 0.8, cleared: { reason: REASON } }]);
    const details = { lists: ['ng_nigsac', 'us_ofac_sdn'], topics: ['sanction'], changedAt: '2026-01-01' };
    expect(await screenedAnew(hit('Q1', { details }))).toMatchObject({ status: 'requires_review' });
    expect(await entriesOf(applicant)).toMatchObject([{ entity: 'Q1', cleared: null }]);
    const { modules } = await applicantOf(applicant.submission);
    const reference = modules.find(({ moduleId }) => moduleId === 'aml_screening')?.verificationReference ?? '';
    expect((await clearing({ ...applicant, reference }, 'Q1')).status).toBe(201);
    expect(await assessedAgain(applicant)).toMatchObject({ status: 'approved' });
    expect((await list(applicant.account, { pathParameters: applicant.path })).body.data).toHaveLength(1);
  });

  test('in the sandbox, a name that rehearses a match can be cleared too', async () => {
    const account = await signedInAccount();
    const businessName = 'SANDBOX_SANCTIONS Ltd';
    const modules = ['aml_screening', 'business_profile'] as const;
    const answers = { business_profile: { businessName } };
    const submission = await submitted({ accountId: account.accountId, modules, subject: { businessName }, answers });
    await assess(submission);
    const [aml] = (await applicantOf(submission)).modules;
    const path = { id: submission.applicantId };
    const applicant = { account, submission, path, reference: aml?.verificationReference ?? '' };
    const [entry] = await entriesOf(applicant);
    expect((await clearing(applicant, String(entry?.['entity']))).status).toBe(201);
    await reassess(account, { pathParameters: path });
    await assessAgain(submission);
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved' });
  });
});

describe('Clearing is refused', () => {
  test('with every problem at once', async () => {
    const account = await signedInAccount();
    const { status, body } = await clear(account, { pathParameters: { id: 'app_x' }, body: { reason: ' ' } });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    const paths = (body.details as { path: string }[]).map(({ path }) => path);
    expect(paths.sort()).toEqual(['entity', 'reason', 'verificationReference']);
  });

  test('for a missing entry, check or applicant, and writes nothing', async () => {
    const applicant = await screened([hit('Q1')]);
    const other = await screened([hit('Q2')]);
    expect((await clearing(applicant, 'Q2')).body.code).toBe('SCREENING_ENTRY_NOT_FOUND');
    expect((await clearing({ ...applicant, reference: other.reference }, 'Q2')).body.code).toBe(
      'SCREENING_ENTRY_NOT_FOUND',
    );
    expect((await clearing({ ...applicant, reference: 'ver_#' }, 'Q1')).body.code).toBe('SCREENING_ENTRY_NOT_FOUND');
    expect((await clearing({ ...applicant, account: other.account }, 'Q1')).body.code).toBe('APPLICANT_NOT_FOUND');
    expect((await list(applicant.account, { pathParameters: applicant.path })).body.data).toEqual([]);
  });

  test('for a name that several entries of the list have', async () => {
    const listed = { list: 'ng_nigsac', entity: 'Twin', url: null };
    const { account, path, reference } = await screened([hit('Q1', { listed }), hit('Q2', { listed })]);
    const body = { verificationReference: reference, list: 'ng_nigsac', name: 'Twin', reason: REASON };
    const { status, body: refused } = await clear(account, { pathParameters: path, body });
    expect([status, refused.code]).toEqual([409, 'SCREENING_ENTRY_AMBIGUOUS']);
  });

  test('beyond 200 entries of an applicant, even at the same moment', async () => {
    const applicant = await screened([hit('Q1'), hit('Q2')]);
    const counts = evidenceKeys.clearanceCount(applicant.account.accountId, applicant.path.id);
    await serviceTable().write(update(counts, { set: { clearances: 199 }, when: {} }));
    const both = await Promise.all([clearing(applicant, 'Q1'), clearing(applicant, 'Q2')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.map(({ body }) => body.code)).toContain('TOO_MANY_CLEARANCES');
  });

  test('once its evidence is no longer kept', async () => {
    const account = await signedInAccount();
    const submission = await submitted({
      accountId: account.accountId,
      modules: ['aml_screening', 'business_profile'],
    });
    await assess(submission, run({ sourcesFor: listing(hit('Q1')), evidenceRetention: () => -1 }));
    const reference = (await applicantOf(submission)).modules[0]?.verificationReference ?? '';
    const applicant = { account, submission, reference, path: { id: submission.applicantId } };
    expect((await clearing(applicant, 'Q1')).body.code).toBe('SCREENING_ENTRY_NOT_FOUND');
  });
});

/** An account's applicant whose screening found an entry, without the assessment that would lead there. */
const ownApplicant = async (account: SignedInAccount) => {
  await openWalletsFor(account);
  const { applicant } = await createApplicantFor(account, await createWidgetFor(account));
  return { accountId: account.accountId, applicantId: applicant.id };
};

const missing = { id: newId('app', Date.now()), clearanceId: newId('clr', Date.now()) };

securitySuite({
  contract: clearEntry,
  handler: clearHandler.with({ vault: readTestVault }),
  request: async (account) => {
    const applicant = await ownApplicant(account);
    const verificationReference = await screeningOf(applicant, TEST_VAULT_SECRET);
    const path = `/v1/kyb/applicants/${applicant.applicantId}/clearances`;
    const body = { verificationReference, entity: 'NK-5LbKE3wYhD2mJ4RnT8vQ', reason: REASON };
    return { method: 'POST', route: clearEntry.route, path, pathParameters: { id: applicant.applicantId }, body };
  },
  missing: async () => ({
    method: 'POST',
    route: clearEntry.route,
    path: `/v1/kyb/applicants/${missing.id}/clearances`,
    pathParameters: { id: missing.id },
    body: { verificationReference: newId('ver', Date.now()), entity: 'NK-1', reason: REASON },
  }),
});

securitySuite({
  contract: listClearances,
  handler: listHandler.with({ vault: readTestVault }),
  request: async (account) => {
    const { applicantId: id } = await ownApplicant(account);
    return {
      method: 'GET',
      route: listClearances.route,
      path: `/v1/kyb/applicants/${id}/clearances`,
      pathParameters: { id },
    };
  },
  missing: async () => ({
    method: 'GET',
    route: listClearances.route,
    path: `/v1/kyb/applicants/${missing.id}/clearances`,
    pathParameters: { id: missing.id },
  }),
});

securitySuite({
  contract: withdrawClearance,
  handler: withdrawHandler,
  request: async (account) => {
    const applicant = await ownApplicant(account);
    const pathParameters = { id: applicant.applicantId, clearanceId: await clearanceFor(applicant, TEST_VAULT_SECRET) };
    const path = `/v1/kyb/applicants/${pathParameters.id}/clearances/${pathParameters.clearanceId}`;
    return { method: 'DELETE', route: withdrawClearance.route, path, pathParameters };
  },
  missing: async () => ({
    method: 'DELETE',
    route: withdrawClearance.route,
    path: `/v1/kyb/applicants/${missing.id}/clearances/${missing.clearanceId}`,
    pathParameters: missing,
  }),
});
