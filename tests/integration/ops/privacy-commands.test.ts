import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as tagHandler } from '#functions/api/kyb/set-tags';
import { setTags } from '#functions/api/kyb/set-tags.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { applyRetentions, retentionSweep } from '#shared/onboarding/retention/apply-retention';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { inReview } from '#tests/integration/review/applicants';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createNoteFor } from '#tests/support/notes';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { operatorOn } from '#tests/support/operator';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { readTestVault } from '#tests/support/vault';

// A sweep of another file would apply the retentions of these tests.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const { run, audited } = operatorOn(serviceTable());
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));

const tag = endpoint(setTags, tagHandler);

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

describe('npm run ops -- set-retention', () => {
  const effects = (nowMs = Date.now()) => ({
    ...{ table: serviceTable(), clock: () => nowMs, metrics: () => undefined },
    log: makeLogger({}, () => undefined),
  });
  const set = (accountId: string, days: string) => run(['set-retention', accountId, days], { force: true });

  test('erases applicants that ended before the day and have not changed since, and no other', async () => {
    const { account, applicant: old, create, shown } = await known();
    const others = [await create(), await create(), await create()].map((made) => made.applicant.id);
    const [recent = '', open = '', assessed = ''] = others;
    const [monthAgo, weekAgo] = [isoTime(Date.now() - 30 * DAY_MS), isoTime(Date.now() - 7 * DAY_MS)];
    expect((await tag(account, { pathParameters: { id: old.id }, body: { tags: ['seller'] } })).status).toBe(200);
    await setStatus(old.id, 'approved', monthAgo);
    await setStatus(recent, 'rejected', weekAgo);
    await setStatus(open, 'requires_review', monthAgo);
    await setStatus(assessed, 'processing', monthAgo);
    expect(await set(account.accountId, '20')).toBe(
      `Applicants of ${account.accountId} are erased 20 days after their end.`,
    );
    await Promise.all([applyRetentions(effects()), applyRetentions(effects())]);
    expect(await shown(old.id)).toMatchObject({ erasedBy: 'retention', subject: {}, tags: [], status: 'approved' });
    expect(await Promise.all(others.map(async (id) => (await shown(id)).erasedAt))).toEqual([null, null, null]);
    // It looks again a day later, not before.
    await setStatus(recent, 'rejected', monthAgo);
    await applyRetentions(effects(Date.now() + DAY_MS / 2));
    expect((await shown(recent)).erasedAt).toBeNull();
    await applyRetentions(effects(Date.now() + DAY_MS + 60_000));
    expect((await shown(recent)).erasedAt).not.toBeNull();
    expect(await audited(account.accountId)).toMatchObject([
      { action: 'retention.changed', before: { days: null }, after: { days: 20 } },
    ]);
  });

  test('erases more than fit into a run by the next ones, and nothing once it is ended', async () => {
    const { account, applicant, create, shown } = await known();
    const ids = [applicant.id, ...[await create(), await create()].map((made) => made.applicant.id)];
    for (const id of ids) await setStatus(id, 'expired', isoTime(Date.now() - 30 * DAY_MS));
    await set(account.accountId, '20');
    const erased = async () => (await Promise.all(ids.map(shown))).filter(({ erasedAt }) => erasedAt !== null).length;
    const counts: number[] = [];
    for (const _ of ids) {
      await retentionSweep(1)(effects());
      counts.push(await erased());
    }
    expect(counts).toEqual([1, 2, 3]);

    const late = (await create()).applicant.id;
    await setStatus(late, 'expired', isoTime(Date.now() - 30 * DAY_MS));
    expect(await set(account.accountId, 'none')).toMatch('are kept until they are erased');
    expect(await set(account.accountId, 'none')).toMatch('already');
    await applyRetentions(effects(Date.now() + 2 * DAY_MS));
    expect((await shown(late)).erasedAt).toBeNull();
  });

  test('refuses what is no number of days, and fewer than evidence is kept', async () => {
    const { account } = await known();
    for (const days of ['0', '1.5', 'all', '36526']) {
      await expect(set(account.accountId, days)).rejects.toThrow('whole number of days');
    }
    await expect(run(['set-retention', account.accountId, '29'])).rejects.toThrow('kept for 30 days');
    await expect(set('usr_nobody', '20')).rejects.toThrow('does not exist');
  });
});
