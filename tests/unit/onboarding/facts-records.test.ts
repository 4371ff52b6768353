import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { newApplicant, toApplicantItem } from '#shared/onboarding/applicants/applicant';
import { keepFacts } from '#shared/onboarding/applicants/facts-records';
import { readFilteredPage } from '#shared/onboarding/applicants/find-applicants';
import { applicantLists } from '#shared/onboarding/applicants/keys';
import { newEmbedSession } from '#shared/onboarding/sessions/embed-session';
import { changedRecord } from '#tests/support/applicant-lists';
import { memoryTable } from '#tests/support/memory-table';
import { recordedEffects } from '#tests/support/recorded-effects';
import { aWidget } from './records.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 14);
const widget = aWidget();

/** An applicant of an account as it is stored. */
const itemOf = (number: number, status: string, accountId = widget.accountId): Item => {
  const session = newEmbedSession({ ...widget, accountId }, { by: 'account' }, NOW_MS);
  const applicant = newApplicant(widget, session, { subject: {}, by: 'account' }, 0);
  return { ...toApplicantItem(applicant, { ofAccount: number, ofWidget: number, widget: 1 }), status };
};

const setUp = (table: Table = memoryTable()) => {
  const recorded = recordedEffects(table, NOW_MS);
  const total = async (status: 'submitted' | 'processing' | 'approved', accountId = widget.accountId) => {
    const scope = { accountId, environments: ['sandbox', 'live'], via: 'session' } as const;
    return (await readFilteredPage(table, scope, { status }, { page: 1, limit: 10 })).total;
  };
  const search = async (text: string) => {
    const scope = { accountId: widget.accountId, environments: ['sandbox', 'live'], via: 'session' } as const;
    return (await readFilteredPage(table, scope, { search: text }, { page: 1, limit: 10 })).total;
  };
  return { ...recorded, table, total, search };
};

/** A table that refuses writes that contain a text. */
const without = (text: string): Table => {
  const table = memoryTable();
  return {
    ...table,
    write: async (operation) => {
      if (JSON.stringify(operation).includes(text)) throw new Error('Refused');
      return table.write(operation);
    },
  };
};

const at = (record: ReturnType<typeof changedRecord>, writtenAtMs: number) => ({
  ...record,
  dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: writtenAtMs / 1_000 },
});

describe('The facts of applicants', () => {
  test('follow the last of several changes, and repeated records change nothing', async () => {
    const { effects, total } = setUp();
    const records = ['submitted', 'processing', 'approved'].map((status, index) =>
      changedRecord(itemOf(1, status), String(index)),
    );
    expect(await keepFacts(records, effects)).toStrictEqual([true, true, true]);
    expect(await keepFacts(records, effects)).toStrictEqual([true, true, true]);
    expect([await total('submitted'), await total('processing'), await total('approved')]).toStrictEqual([0, 0, 1]);
  });

  test('are not written for a change that keeps the status', async () => {
    const { effects } = setUp(without('FACTS'));
    const item = itemOf(1, 'approved');
    expect(await keepFacts([changedRecord(item, '1', 'approved')], effects)).toStrictEqual([true]);
  });

  test('of a new applicant are kept with its texts, which an erasure removes although its record comes late', async () => {
    const { effects, table, search } = setUp();
    const named = { ...itemOf(1, 'created'), subject: { businessName: 'Adire Market Ltd' } };
    const created = { ...changedRecord(named), eventName: 'INSERT' as const };
    const { OldImage: _, ...inserted } = created.dynamodb ?? {};
    const erased = changedRecord({ ...named, subject: {}, referenceId: null }, '2', 'created');
    const erasing = { ...erased, dynamodb: { ...erased.dynamodb, OldImage: inserted.NewImage ?? {} } };
    expect(await keepFacts([{ ...created, dynamodb: inserted }], effects)).toStrictEqual([true]);
    expect(await search('adire')).toBe(1);
    expect(await keepFacts([{ ...created, dynamodb: inserted }, erasing], effects)).toStrictEqual([true, true]);
    expect(await search('adire')).toBe(0);
    const columns = await table.queryAll(
      { partition: applicantLists.applicantList(widget.accountId) },
      { most: 10, why: 'two items' },
    );
    expect(JSON.stringify(columns)).not.toContain('ADIRE');
  });

  test('are retried for an account whose list refuses, and those of others are kept', async () => {
    const { effects, total, lines } = setUp(without('usr_refused'));
    const records = [itemOf(1, 'approved', 'usr_refused'), itemOf(1, 'approved')].map((item) => changedRecord(item));
    expect(await keepFacts(records, effects)).toStrictEqual([false, true]);
    expect(await total('approved')).toBe(1);
    expect(lines).toMatchObject([{ code: 'MESSAGE_FAILED', accountId: 'usr_refused' }]);
  });

  test('that are refused for five minutes are reported and do not block others', async () => {
    const { effects, lines, counted } = setUp(without('usr_refused'));
    const old = at(changedRecord(itemOf(1, 'approved', 'usr_refused')), NOW_MS - 5 * 60_000);
    expect(await keepFacts([old], effects)).toStrictEqual([true]);
    expect(lines).toMatchObject([{ code: 'APPLICANT_NOT_LISTED', accountId: 'usr_refused' }]);
    expect(counted).toStrictEqual(['ApplicantsNotListed']);
  });

  test('of an applicant that cannot be parsed are reported, and the others are kept', async () => {
    const { effects, total, lines, counted } = setUp();
    const records = [itemOf(1, 'teleported'), itemOf(2, 'approved')].map((item) => changedRecord(item));
    expect(await keepFacts([...records, {}], effects)).toStrictEqual([true, true, true]);
    expect(await total('approved')).toBe(1);
    expect(lines.map(({ code }) => code)).toStrictEqual(['APPLICANT_NOT_LISTED', 'APPLICANT_NOT_LISTED']);
    expect(counted).toStrictEqual(['ApplicantsNotListed', 'ApplicantsNotListed']);
  });
});
