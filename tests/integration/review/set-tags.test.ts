import { describe, expect, test } from 'vitest';
import { handler as decideHandler } from '#functions/api/kyb/decide-applicant';
import { decideApplicant } from '#functions/api/kyb/decide-applicant.contract';
import { handler as listHandler } from '#functions/api/kyb/list-applicants';
import { listApplicants } from '#functions/api/kyb/list-applicants.contract';
import { handler as listOfWidgetHandler } from '#functions/api/kyb/list-widget-applicants';
import { listWidgetApplicants } from '#functions/api/kyb/list-widget-applicants.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler } from '#functions/api/kyb/set-tags';
import { setTags } from '#functions/api/kyb/set-tags.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { findTaggedApplicant, readTagged, untagWrites } from '#shared/onboarding/applicants/applicant-tags';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { newId } from '#shared/platform/ids';
import { applicantOf } from '#tests/integration/assessment/submissions';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { eventsOf } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { inReview } from './applicants.ts';

const set = endpoint(setTags, handler);
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));
const list = endpoint(listApplicants, listHandler);
const listOfWidget = endpoint(listWidgetApplicants, listOfWidgetHandler);
const decide = endpoint(decideApplicant, decideHandler);

/** An account with applicants of one widget, oldest first. */
const world = async (count = 1) => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  const widget = await createWidgetFor(account);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { applicant } = await createApplicantFor(account, widget, { referenceId: `customer-${n % 2}` });
    ids.push(applicant.id);
  }
  const tag = (id: string, tags: unknown) => set(account, { pathParameters: { id }, body: { tags } });
  return { account, widget, ids, tag };
};

const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe('Tags of an applicant', () => {
  test('are kept normalised, in order and once each, and shown wherever the applicant is', async () => {
    const { account, widget, ids, tag } = await world();
    const [id = ''] = ids;
    const path = { pathParameters: { id } };
    expect((await read(account, path)).body.data.tags).toEqual([]);
    const { status, body } = await tag(id, ['VIP', ' lagos ', 'vip', 'E\u0301lite', 'a b']);
    expect([status, body.data.tags]).toEqual([200, ['a b', 'lagos', 'vip', 'élite']]);
    expect((await read(account, path)).body.data.tags).toEqual(body.data.tags);
    for (const listed of [
      await list(account),
      await listOfWidget(account, { pathParameters: { id: widget.id } }),
      await list(account, { query: { tag: 'ÉLITE' } }),
    ]) {
      expect(listed.body.data).toEqual([body.data]);
    }
    expect((await tag(id, [])).body.data.tags).toEqual([]);
    expect((await list(account, { query: { tag: 'vip' } })).body.pagination.total).toBe(0);
  });

  test('may be up to twenty of forty characters, however many bytes these take', async () => {
    const { account, ids, tag } = await world();
    const [id = ''] = ids;
    const longest = Array.from({ length: 20 }, (_, n) => '𒀀'.repeat(39) + String.fromCodePoint(0x12_001 + n));
    expect((await tag(id, longest)).body.data.tags).toEqual(longest);
    const others = longest.map((each) => each.replace('𒀀', '𒁀'));
    expect((await tag(id, others)).body.data.tags).toEqual(others);
    expect((await list(account, { query: { tag: longest[0] ?? '' } })).body.pagination.total).toBe(0);
    expect((await list(account, { query: { tag: others[19] ?? '' } })).body.pagination.total).toBe(1);
  });

  test('filter both lists with exact totals, page by page, and combine with every other filter', async () => {
    const { account, widget, ids, tag } = await world(7);
    for (const id of ids.slice(0, 5)) await tag(id, ['vip']);
    await tag(ids[4] ?? '', ['other']);
    await tag(ids[5] ?? '', ['vip', 'other']);
    const expected = [5, 3, 2, 1, 0].map((n) => ids[n]);
    const pages = [];
    for (const page of ['1', '2', '3']) {
      const { body } = await list(account, { query: { tag: 'vip', limit: '2', page } });
      expect(body.pagination.total).toBe(5);
      pages.push(...idsOf(body));
    }
    expect(pages).toEqual(expected);
    const ofWidget = await listOfWidget(account, { pathParameters: { id: widget.id }, query: { tag: 'vip' } });
    expect([idsOf(ofWidget.body), ofWidget.body.pagination.total]).toEqual([expected, 5]);
    const empty = await createWidgetFor(account);
    const ofOther = await listOfWidget(account, { pathParameters: { id: empty.id }, query: { tag: 'vip' } });
    expect(ofOther.body.pagination.total).toBe(0);
    const byReference = await list(account, { query: { tag: 'vip', referenceId: 'customer-0' } });
    expect(idsOf(byReference.body)).toEqual([2, 0].map((n) => ids[n]));
    const both = { tag: 'vip', status: 'created', createdBy: 'account', search: 'customer-1' };
    expect(idsOf((await list(account, { query: both })).body)).toEqual([5, 3, 1].map((n) => ids[n]));
    const none = await list(account, { query: { ...both, status: 'approved' } });
    expect(none.body.pagination.total).toBe(0);
    const live = await apiKeyFor(account, 'live');
    expect((await list({ ...account, headers: live.headers }, { query: { tag: 'vip' } })).body.data).toEqual([]);
    expect((await list(await signedInAccount(), { query: { tag: 'vip' } })).body.data).toEqual([]);
  });

  test('of five callers at the same moment are those of one of them, in the lists as well', async () => {
    const { account, ids, tag } = await world();
    const [id = ''] = ids;
    const choices = Array.from({ length: 5 }, (_, n) => [`tag-${n}`, 'all']);
    const responses = await Promise.all(choices.map((tags) => tag(id, tags)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { tags } = (await read(account, { pathParameters: { id } })).body.data;
    const found = await Promise.all(choices.map(([each = '']) => list(account, { query: { tag: each } })));
    const listed = choices.flatMap(([each], n) => (found[n]?.body.pagination.total === 1 ? [each] : []));
    expect(tags).toEqual(['all', ...listed]);
    expect(listed).toHaveLength(1);
  });

  test('do not interfere with a decision at the same moment, or with its updatedAt', async () => {
    const { account, submission, path } = await inReview();
    const { updatedAt } = (await read(account, path)).body.data;
    await set(account, { ...path, body: { tags: ['first'] } });
    const before = await eventsOf(account.accountId);
    const body = { decision: 'approve', reason: 'Confirmed.', updatedAt };
    const [decided, ...tagged] = await Promise.all([
      decide(account, { ...path, body }),
      ...Array.from({ length: 4 }, (_, n) => set(account, { ...path, body: { tags: [`tag-${n}`] } })),
    ]);
    expect([decided?.status, ...tagged.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200]);
    const after = await applicantOf(submission);
    expect([after.status, after.updatedAt, after.tags.length]).toEqual(['approved', after.decidedAt, 1]);
    // The decision, and nothing of tags.
    expect(await eventsOf(account.accountId)).toHaveLength(before.length + 1);
  });

  test('that are already set cause no write', async () => {
    const { account, ids, tag } = await world();
    const [id = ''] = ids;
    await tag(id, ['vip', 'lagos']);
    const before = await findTaggedApplicant(serviceTable(), account, id);
    await tag(id, ['Lagos', 'VIP']);
    expect(await findTaggedApplicant(serviceTable(), account, id)).toEqual(before);
  });

  test('are removed from every list by an erasure', async () => {
    const { account, ids, tag } = await world(2);
    for (const id of ids) await tag(id, ['vip', 'lagos']);
    const table = serviceTable();
    const tagged = await findTaggedApplicant(table, account, ids[0] ?? '');
    if (!tagged) throw new Error('The applicant is not there');
    await Promise.all(untagWrites(tagged, tagged.applicant.tags).map((write) => table.write(write)));
    for (const each of ['vip', 'lagos']) {
      expect([...(await readTagged(table, account.accountId, each)).numbers]).toEqual([2]);
    }
  });
});

describe('Tags are refused', () => {
  test.each([
    [{}, ['tags']],
    [{ tags: 'vip' }, ['tags']],
    [{ tags: ['vip', ' ', 'x'.repeat(41), 4] }, ['tags.1', 'tags.2', 'tags.3']],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, ['tags']],
  ])('with every problem of the body at once: %j', async (body, places) => {
    const { account, ids } = await world();
    const { status, body: refusal } = await set(account, { pathParameters: { id: ids[0] ?? '' }, body });
    expect([status, refusal.details.map(({ path }: { path: string }) => path)]).toEqual([400, places]);
  });

  test('on an applicant that was erased since it was read', async () => {
    const { account, ids, tag } = await world();
    const [id = ''] = ids;
    const key = applicantKeys.applicant(id);
    await serviceTable().write(update(key, { set: { accountId: newId('usr', Date.now()) }, when: {} }));
    expect((await tag(id, ['vip'])).status).toBe(404);
    expect((await list(account, { query: { tag: 'vip' } })).body.pagination.total).toBe(0);
  });

  test.each(['0'.repeat(101), 'app_1', '%20'])('for an invalid id: %s', async (id) => {
    const { status, body } = await (await world()).tag(id, ['vip']);
    expect([status, body.code]).toEqual([404, 'APPLICANT_NOT_FOUND']);
  });
});

const applicantIdOf = async (account: SignedInAccount) => {
  await openWalletsFor(account);
  return (await createApplicantFor(account, await createWidgetFor(account))).applicant.id;
};
const requestOf = (id: string) => requestTo(setTags, { pathParameters: { id }, body: { tags: ['vip'] } });

securitySuite({
  contract: setTags,
  handler,
  request: async (account) => requestOf(await applicantIdOf(account)),
  missing: () => requestOf(newId('app', Date.now())),
});
