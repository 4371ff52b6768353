import { describe, expect, test } from 'vitest';
import { handler as eraseHandler } from '#functions/api/kyb/erase-applicant';
import { eraseApplicant } from '#functions/api/kyb/erase-applicant.contract';
import { handler } from '#functions/events/write-export';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { fileKeys } from '#shared/files/keys';
import { type Applicant, newApplicant, toApplicantItem } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { MAX_OF_REFERENCE } from '#shared/onboarding/applicants/find-applicants';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { exportKeys } from '#shared/onboarding/exports/keys';
import { MAX_BYTES, MAX_EXPORTED } from '#shared/onboarding/exports/write-export';
import { newEmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import { ObjectStoreUnavailable } from '#shared/platform/object-store';
import { addEntries, entry } from '#tests/integration/wallet/support';
import { apiKeyFor, type SignedInAccount } from '#tests/support/accounts';
import { applicantListItems, followApplicants } from '#tests/support/applicant-lists';
import { endpoint } from '#tests/support/call';
import { fillTable } from '#tests/support/fill-table';
import { createApplicantFor, createWidgetFor } from '#tests/support/onboarding';
import { sweepOnly } from '#tests/support/swept-files';
import { accountWithWidget, create, exported, linesOf, read, stored, worker } from './world.ts';

const HOUR_MS = 60 * 60_000;

const HEADER =
  'id,referenceId,businessName,registrationNumber,tin,status,riskScore,decisionReason,tags,createdBy,widgetId,' +
  'environment,totalSpentKobo,createdAt,startedAt,submittedAt,decidedAt';

/** The second column of each applicant's line: its reference, if it needs no quotes. */
const referencesOf = (lines: readonly string[]) => lines.slice(1).map((line) => line.split(',')[1]);

/** Three applicants a second apart, named by their age, the oldest approved and tagged, and an empty widget. */
const filledAccount = async () => {
  const { account, widget } = await accountWithWidget();
  const other = await createWidgetFor(account, { environment: 'live' });
  const subjects = [{ businessName: 'Adire Márket' }, { businessName: 'Zuma', registrationNumber: 'RC 1234567' }, {}];
  const startMs = Date.now() - 10_000;
  const ids: string[] = [];
  for (const [index, subject] of subjects.entries()) {
    const requested = { referenceId: String(index), subject, by: index === 1 ? 'applicant' : 'account' } as const;
    ids.push((await createApplicantFor(account, widget, requested, startMs + index * 1_000)).applicant.id);
  }
  return { account, widget, other, ids, timeAt: (index: number) => isoTime(startMs + index * 1_000) };
};

/** Changes attributes of a stored applicant. */
const change = (id: string, set: Partial<Applicant>) =>
  serviceTable().write(update(applicantKeys.applicant(id), { set, when: { pk: 'exists' } }));

/** Puts many applicants of a widget into the table, with their list. */
const fill = async (widget: Widget, count: number, more: Partial<Applicant> = {}): Promise<void> => {
  const { accountId, environment } = widget;
  const startMs = Date.now() - HOUR_MS;
  const session = newEmbedSession(widget, { by: 'account' }, startMs);
  const base = newApplicant(widget, session, { subject: {}, by: 'account' }, 0);
  const made = Array.from({ length: count }, (_, index) => ({
    ...base,
    ...more,
    id: newId('app', startMs + index),
    referenceId: more.referenceId ?? `ref-${index + 1}`,
    createdAt: isoTime(startMs + index),
  }));
  const listed = made.map((applicant, index) => ({
    ...applicant,
    number: index + 1,
    environment,
    createdAtMs: startMs + index,
    widgetNumber: widget.number,
  }));
  const items = made.map((one, index) =>
    toApplicantItem(one, { ofAccount: index + 1, ofWidget: index + 1, widget: widget.number }),
  );
  await fillTable(env('AWS_ENDPOINT_URL'), env('TABLE_NAME'), [...items, ...applicantListItems(accountId, listed)]);
};

const failure = async (account: SignedInAccount, id: string) => {
  const { status, failureReason, url, rows } = (await read(account, id)).body.data;
  return { status, failureReason, url, rows };
};

describe('The file of an export', () => {
  test('has a line for each applicant, newest first, with the columns of the header and no contact details of a person', async () => {
    const { account, widget, ids, timeAt } = await filledAccount();
    const subject = { businessName: 'Adire, "Márket"', tin: '123', email: 'ada@example.com', phone: '+2348031234567' };
    const decided = { riskScore: 12, decisionReason: '=cmd|calc', tags: ['lagos', 'vip'], decidedAt: timeAt(2) };
    await change(ids[0] ?? '', { ...decided, subject, status: 'approved' });
    const { lines } = await exported(account);
    const item = await serviceTable().get(applicantKeys.applicant(ids[0] ?? ''));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(HEADER);
    expect(referencesOf(lines.slice(0, 3))).toStrictEqual(['2', '1']);
    expect(lines[3]).toBe(
      `${ids[0]},0,"Adire, ""Márket""",,123,approved,12,'=cmd|calc,lagos;vip,account,${widget.id},sandbox,` +
        `${item?.['totalSpentKobo']},${timeAt(0)},,,${timeAt(2)}`,
    );
  });

  test('has only the header if there is no applicant', async () => {
    const { account } = await accountWithWidget();
    const { id, lines } = await exported(account);
    expect(lines).toStrictEqual([HEADER]);
    expect((await read(account, id)).body.data).toMatchObject({ status: 'completed', rows: 0 });
  });

  test('has those that pass every filter, as the lists do', async () => {
    const { account, widget, other, ids, timeAt } = await filledAccount();
    await serviceTable().write(applicantTransition(ids[0] ?? '', 'submit', { by: 'applicant', nowMs: Date.now() }));
    await followApplicants(ids[0] ?? '');
    for (const [filters, references] of [
      [{ status: 'submitted' }, ['0']],
      [{ status: 'approved' }, []],
      [{ referenceId: '1' }, ['1']],
      [{ referenceId: '1', status: 'approved' }, []],
      [{ referenceId: '1', widgetId: other.id }, []],
      [{ createdBy: 'account' }, ['2', '0']],
      [{ from: timeAt(1) }, ['2', '1']],
      [{ to: timeAt(1), createdBy: 'applicant' }, ['1']],
      [{ environment: 'live' }, []],
      [{ environment: 'sandbox', search: 'DIRE mark' }, ['0']],
      [{ search: '123 45' }, ['1']],
      [{ tag: 'vip' }, []],
      [{ widgetId: widget.id }, ['2', '1', '0']],
      [{ widgetId: other.id }, []],
      [{ widgetId: widget.id, environment: 'live' }, []],
    ] as const) {
      const { id, lines } = await exported(account, filters);
      expect([filters, referencesOf(lines)]).toStrictEqual([filters, references]);
      expect((await read(account, id)).body.data).toMatchObject({
        rows: references.length,
        progress: { done: references.length, total: references.length },
      });
    }
  });

  test('has the applicants as of the time of its order, however late it is written', async () => {
    const { account, widget } = await filledAccount();
    const { id } = (await create(account, { body: {} })).body.data;
    await createApplicantFor(account, widget, { referenceId: 'later' }, Date.now() + 5);
    const its = worker();
    await its.write(account, id);
    expect(referencesOf(await linesOf(account, id, its))).toStrictEqual(['2', '1', '0']);
  });

  test('has no word of an erased applicant, and does not find the applicant by one', async () => {
    const { account, ids } = await filledAccount();
    await change(ids[0] ?? '', { decisionReason: 'Adire is known', tags: ['adire'] });
    const erase = endpoint(eraseApplicant, eraseHandler);
    expect((await erase(account, { pathParameters: { id: ids[0] ?? '' } })).status).toBe(200);
    const { lines } = await exported(account);
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain(ids[0]);
    expect(lines[3]?.toLowerCase()).not.toMatch(/adire|m.rket/);
    expect((await exported(account, { search: 'adire' })).lines).toHaveLength(1);
  });

  test('has, for a key, only the applicants of its environment', async () => {
    const { account, other } = await filledAccount();
    await addEntries(account.accountId, 'live', [entry('credit', 1_000_000)]);
    await createApplicantFor(account, other, { referenceId: 'live' });
    const key = await apiKeyFor(account);
    const { lines } = await exported({ ...account, headers: key.headers });
    expect(referencesOf(lines)).toStrictEqual(['2', '1', '0']);
    expect(referencesOf((await exported(account)).lines)).toStrictEqual(['live', '2', '1', '0']);
  });

  test('contains the largest texts that an applicant can have', async () => {
    const { account, widget } = await accountWithWidget();
    const [referenceId, businessName] = ['"'.repeat(120), '\u{1F600},"\r\n'.repeat(40)];
    const subject = { businessName, registrationNumber: '='.repeat(120), tin: '@'.repeat(40) };
    const { applicant } = await createApplicantFor(account, widget, { referenceId, subject });
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(40, '-'));
    await change(applicant.id, { tags, decisionReason: '\t'.repeat(500) });
    const { id, its } = await exported(account);
    const { fileKey } = await stored(account, id);
    const text = Buffer.from(its.kept.get(fileKey ?? '')?.bytes ?? []).toString();
    const [reference, name] = [referenceId, businessName].map((one) => `"${one.replaceAll('"', '""')}"`);
    expect(text).toContain(`${applicant.id},${reference},${name},'${subject.registrationNumber},'${subject.tin},`);
    expect(text).toContain(`,"'${'\t'.repeat(500)}",'${tags.join(';')},`);
  });

  test('has every one of 12,000, in order, and reports its progress', { tags: ['load'] }, async () => {
    const { account, widget } = await accountWithWidget();
    await fill(widget, 12_000);
    const { id } = (await create(account, { body: {} })).body.data;
    const progress: unknown[] = [];
    const table = serviceTable();
    const watching: Table = {
      ...table,
      write: async (operation) => {
        const result = await table.write(operation);
        const { status, progress: seen } = (await read(account, id)).body.data;
        progress.push([status, seen.done, seen.total]);
        return result;
      },
    };
    const its = worker();
    await its.write(account, id, { table: watching });
    const references = referencesOf(await linesOf(account, id, its));
    expect(references).toStrictEqual(Array.from({ length: 12_000 }, (_, index) => `ref-${12_000 - index}`));
    expect(progress).toStrictEqual([
      ['running', 0, 12_000],
      ['running', 5_000, 12_000],
      ['running', 10_000, 12_000],
      ['running', 10_000, 12_000],
    ]);
  });
});

describe('An export fails, says why, and lets the account order another one,', () => {
  test('if it would have more applicants, or bytes, than a file may', { tags: ['load'] }, async () => {
    const { account, widget } = await accountWithWidget();
    const facts = Array.from({ length: MAX_EXPORTED + 1 }, (_, index) => ({
      ...{ number: index + 1, status: 'created' as const, createdBy: 'account' as const, referenceId: null },
      ...{ environment: widget.environment, createdAtMs: Date.now() - HOUR_MS, widgetNumber: 1, subject: {} },
    }));
    const list = applicantListItems(account.accountId, facts);
    await fillTable(env('AWS_ENDPOINT_URL'), env('TABLE_NAME'), list);
    const { id } = (await create(account, { body: {} })).body.data;
    await worker().write(account, id);
    expect(await failure(account, id)).toStrictEqual({
      ...{ status: 'failed', failureReason: 'too_many_rows', url: null, rows: null },
    });
    expect((await create(account, { body: { search: 'x' } })).status).toBe(201);
  });

  test('if its file would be too large', { tags: ['load'] }, async () => {
    const { account, widget } = await accountWithWidget();
    const decisionReason = 'x'.repeat(300_000);
    await fill(widget, Math.ceil(MAX_BYTES / decisionReason.length), { decisionReason });
    const { id } = (await create(account, { body: {} })).body.data;
    const its = worker();
    await its.write(account, id);
    expect(await failure(account, id)).toMatchObject({ status: 'failed', failureReason: 'file_too_large' });
    expect(its.kept.size).toBe(0);
  });

  test('if more applicants share a reference than it looks through', async () => {
    const { account } = await accountWithWidget();
    const many: Table = {
      ...serviceTable(),
      query: async () => ({
        items: Array(MAX_OF_REFERENCE + 1).fill({ pk: 'a', sk: 'b', applicantId: 'app_1' }),
      }),
    };
    const { id } = (await create(account, { body: { referenceId: '1' } })).body.data;
    const its = worker();
    await its.write(account, id, { table: many });
    expect(await failure(account, id)).toMatchObject({ status: 'failed', failureReason: 'range_too_long' });
    expect(its.lines).toMatchObject([{ code: 'EXPORT_FAILED', exportId: id, reason: 'range_too_long' }]);
  });

  test('if it was not written within six hours, after which it is no longer written', async () => {
    const { account } = await accountWithWidget();
    const { id } = (await create(account, { body: {} })).body.data;
    const its = worker();
    its.time.nowMs += 6 * HOUR_MS;
    await its.write(account, id);
    expect([its.kept.size, (await stored(account, id)).status]).toStrictEqual([0, 'pending']);
    its.time.nowMs -= 60_000;
    await its.write(account, id);
    expect((await stored(account, id)).status).toBe('completed');
  });
});

describe('A repeated message', () => {
  test('changes nothing once the export has ended, and nor does one about a missing export', async () => {
    const { account } = await filledAccount();
    const { id, its } = await exported(account);
    const before = await stored(account, id);
    its.time.nowMs += 60_000;
    await its.write(account, id);
    await its.write(account, newId('exp', Date.now()));
    expect(await stored(account, id)).toStrictEqual(before);
    expect(its.kept.size).toBe(1);
  });

  test("to five workers at once ends the export once, with that worker's file", async () => {
    const { account } = await filledAccount();
    const { id } = (await create(account, { body: {} })).body.data;
    const workers = Array.from({ length: 5 }, () => worker());
    await Promise.all(workers.map((one) => one.write(account, id)));
    const { fileKey } = await stored(account, id);
    const ends = workers.flatMap(({ lines }) => lines.map(({ code }) => code));
    expect(ends.filter((code) => code === 'EXPORT_WRITTEN')).toHaveLength(1);
    const winner = workers.find(({ lines }) => lines.some(({ code }) => code === 'EXPORT_WRITTEN'));
    expect([...(winner?.kept.keys() ?? [])]).toStrictEqual([fileKey]);
    // Late workers do not release the next export.
    const next = (await create(account, { body: {} })).body.data.id;
    await worker().write(account, id);
    expect(await serviceTable().get(exportKeys.running(account.accountId))).toMatchObject({ exportId: next });
  });

  test('reaches the worker through its handler, and one that cannot be parsed is set aside', async () => {
    const { account } = await filledAccount();
    const { id } = (await create(account, { body: {} })).body.data;
    const { accountId } = account;
    const its = worker();
    const setAside: string[] = [];
    const handle = handler.with(
      { exportUploads: its.effects.exportUploads },
      { hide: async () => undefined, setAside: async (body) => void setAside.push(body), log: its.effects.log },
    );
    const detail = {
      ...{ eventId: newId('sev', Date.now()), type: 'kyb.export.requested', accountId, environment: 'sandbox' },
      ...{ widgetId: null, occurredAt: isoTime(Date.now()), data: { exportId: id } },
    };
    const bodies = [JSON.stringify({ 'detail-type': detail.type, detail }), '{"exportId":"exp_1"}'];
    const records = bodies.map((body, index) => ({ messageId: String(index), body, attributes: {} }));
    const { batchItemFailures } = await handle({ Records: records } as unknown as Parameters<typeof handle>[0]);
    expect([batchItemFailures, setAside]).toStrictEqual([[], [bodies[1]]]);
    expect((await stored(account, id)).status).toBe('completed');
  });
});

describe('Files of exports', () => {
  test('are removed with their export after 24 hours, including those of failed tries', async () => {
    const { account } = await filledAccount();
    const { id } = (await create(account, { body: {} })).body.data;
    const its = worker();
    its.faults.push(new ObjectStoreUnavailable('500'));
    await expect(its.write(account, id)).rejects.toThrow(ObjectStoreUnavailable);
    await its.write(account, id);
    const { fileKey, expiresAt } = await stored(account, id);
    const [key = ''] = [...its.kept.keys()];
    expect(key).toBe(fileKey);
    const removed: string[] = [];
    const removing = async (file: string) => void removed.push(file);
    await sweepOnly([key], removing, { nowMs: Date.parse(expiresAt) - 1 });
    expect(removed).toStrictEqual([]);
    await sweepOnly([key], removing, { nowMs: Date.parse(expiresAt) + 1 });
    expect(removed).toStrictEqual([key]);
    expect(await serviceTable().get(fileKeys.removal(key))).toBeUndefined();
  });

  test('begin with their account and its environments, and none of their contents are logged', async () => {
    const { account } = await filledAccount();
    const { id, its } = await exported(account, { search: 'adire' });
    const { fileKey } = await stored(account, id);
    expect(fileKey).toMatch(new RegExp(`^${account.accountId}/sandbox-live/${id}/[0-9a-f-]{36}\\.csv$`));
    expect(its.kept.get(fileKey ?? '')?.mimeType).toBe('text/csv; charset=utf-8');
    const { accountId } = account;
    expect(its.lines).toMatchObject([{ code: 'EXPORT_WRITTEN', accountId, exportId: id, count: 1 }]);
    expect(JSON.stringify(its.lines).toLowerCase()).not.toContain('adire');
  });
});
