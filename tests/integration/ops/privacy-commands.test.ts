import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { newId } from '#shared/platform/ids';
import { inReview } from '#tests/integration/review/applicants';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createNoteFor } from '#tests/support/notes';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { operatorOn } from '#tests/support/operator';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { readTestVault } from '#tests/support/vault';

const { run, audited } = operatorOn(serviceTable());
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));

const DAY_MS = 24 * 60 * 60_000;

/** An account with an applicant that its name and its reference identify. */
const known = async () => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  const widget = await createWidgetFor(account);
  const create = () =>
    createApplicantFor(account, widget, { subject: { businessName: 'Zobo Drinks Ltd' }, referenceId: 'zobo-1' });
  const { applicant } = await create();
  return {
    ...{ account, applicant, create },
    shown: async (id: string) => (await read(account, { pathParameters: { id } })).body.data,
  };
};

/** Puts an applicant into a status, as if it had been so since a time. */
const setStatus = (id: string, status: string, updatedAt: string) =>
  serviceTable().write(update(applicantKeys.applicant(id), { set: { status, updatedAt }, when: { pk: 'exists' } }));

describe('npm run ops -- erase-applicant', () => {
  test('erases it as its account can, once, with an audit entry that has the reason', async () => {
    const { applicant, shown } = await known();
    const { id } = applicant;
    expect(await run(['erase-applicant', id, 'request 8'], { 'dry-run': true })).toMatch(/not done: dry run/);
    expect(await shown(id)).toMatchObject({ referenceId: 'zobo-1', erasedAt: null });
    expect(await run(['erase-applicant', id, 'request 8'])).toMatch(
      `${id} of ${applicant.accountId} in sandbox is erased`,
    );
    const erased = await shown(id);
    expect(erased).toMatchObject({ subject: {}, referenceId: null, erasedBy: 'operator' });
    expect(await run(['erase-applicant', id, 'again'])).toBe(`${id} was erased at ${erased.erasedAt}.`);
    expect(await audited(id)).toMatchObject([{ action: 'applicant.erased', after: { reason: 'request 8' } }]);
  });

  test('refuses one that is being assessed, and one that does not exist', async () => {
    const { applicant } = await known();
    await setStatus(applicant.id, 'processing', applicant.updatedAt);
    await expect(run(['erase-applicant', applicant.id, 'request 8'])).rejects.toThrow('is being assessed');
    for (const id of [newId('app', Date.now()), 'nobody']) {
      await expect(run(['erase-applicant', id, 'request 8'])).rejects.toThrow(`Applicant ${id} does not exist.`);
    }
    expect(await audited(applicant.id)).toEqual([]);
  });
});

describe('npm run ops -- export-applicant', () => {
  test('writes its answers, its verdicts with their evidence, and its notes, and nothing of another', async () => {
    const { account, submission } = await inReview();
    const { applicantId } = submission;
    await createNoteFor({ accountId: account.accountId, applicantId }, 'Ada called.');
    await createNoteFor({ accountId: account.accountId, applicantId: newId('app', Date.now()) }, 'Obi called.');
    const path = join(temporaryFolder('export'), 'applicant.json');
    const files = { list: async function* () {}, remove: async () => undefined };
    const effects = { vault: readTestVault, files };
    const dry = await run(['export-applicant', applicantId, path], { 'dry-run': true }, effects);
    expect(dry).toMatch(/has \(dry run\):\n {2}applicant: 1\n/);
    const report = await run(['export-applicant', applicantId, path], {}, effects);
    const { subjectId, items } = JSON.parse(readFileSync(path, 'utf8'));
    expect(subjectId).toBe(applicantId);
    const families = (name: string) => items.filter(({ family }: { family: string }) => family === name);
    expect(families('applicant')).toMatchObject([{ id: applicantId }]);
    expect(Object.keys(families('embedSession')[0].answers).length).toBeGreaterThan(0);
    expect(families('applicantNotes').map(({ text }: { text?: string }) => text)).toContain('Ada called.');
    expect(families('directCheck').length).toBeGreaterThan(0);
    const [evidence] = families('evidence');
    expect(Object.keys(evidence.evidence)).toContain(families('directCheck')[0].verificationReference);
    expect(JSON.stringify(items)).not.toMatch(/Obi called|"pk"|sealed/);
    expect(report).toContain(`directCheck: ${families('directCheck').length}`);
    expect(await audited(applicantId)).toMatchObject([{ action: 'applicant.exported' }]);
  });
});

describe('npm run ops -- erase-old-applicants', () => {
  test('erases those that ended before the day and have not changed since, with one audit entry', async () => {
    const { account, applicant: old, create, shown } = await known();
    const [recent, open, assessed] = [await create(), await create(), await create()].map((made) => made.applicant);
    const [monthAgo, weekAgo] = [30, 7].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
    await setStatus(old.id, 'approved', String(monthAgo));
    await setStatus(String(recent?.id), 'rejected', String(weekAgo));
    await setStatus(String(open?.id), 'requires_review', String(monthAgo));
    await setStatus(String(assessed?.id), 'processing', String(monthAgo));
    const command = ['erase-old-applicants', account.accountId, '20', 'our policy'];
    expect(await run(command, { 'dry-run': true })).toMatch(
      /^1 applicants of usr_\w+ that ended before .* \(dry run\)\.$/,
    );
    expect(await run(command)).toMatch(/^1 applicants .* are erased/);
    expect(await run(command)).toMatch(/^0 applicants/);
    const erased = await Promise.all(
      [old, recent, open, assessed].map(async (one) => (await shown(String(one?.id))).erasedAt !== null),
    );
    expect(erased).toEqual([true, false, false, false]);
    expect(await audited(account.accountId)).toMatchObject([
      { action: 'applicants.erased', after: { reason: 'our policy' } },
    ]);
    for (const days of ['0', '1.5', 'all']) {
      await expect(run(['erase-old-applicants', account.accountId, days, 'x'])).rejects.toThrow('whole number of days');
    }
  });
});
