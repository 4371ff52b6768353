import { describe, expect, test } from 'vitest';
import { handler as addHandler } from '#functions/api/kyb/create-note';
import { createNote } from '#functions/api/kyb/create-note.contract';
import { handler as deleteHandler } from '#functions/api/kyb/delete-note';
import { deleteNote } from '#functions/api/kyb/delete-note.contract';
import { handler as listHandler } from '#functions/api/kyb/list-notes';
import { listNotes } from '#functions/api/kyb/list-notes.contract';
import { handler as changeHandler } from '#functions/api/kyb/update-note';
import { updateNote } from '#functions/api/kyb/update-note.contract';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { accountScope, idempotencyKeyHash } from '#shared/http/idempotency/idempotency';
import { idempotencyKeys } from '#shared/http/idempotency/keys';
import { MAX_NOTES, noteKeys, notesOfApplicant } from '#shared/onboarding/notes/keys';
import { closeNotes, readNoteErasures } from '#shared/onboarding/notes/note-repository';
import { newId } from '#shared/platform/ids';
import { textsIn } from '#tests/integration/erasure/words';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createNoteFor } from '#tests/support/notes';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { eventsOf } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';

const add = endpoint(createNote, addHandler);
const list = endpoint(listNotes, listHandler);
const change = endpoint(updateNote, changeHandler);
const erase = endpoint(deleteNote, deleteHandler);

const TEXT = 'The director calls back on Monday.';

/** A new applicant of an account, and the path of its notes. */
const applicantOf = async (account: SignedInAccount) => {
  await openWalletsFor(account);
  const { applicant } = await createApplicantFor(account, await createWidgetFor(account));
  const of = { accountId: account.accountId, applicantId: applicant.id };
  return { applicant, of, path: { pathParameters: { id: applicant.id } } };
};

const noted = async () => {
  const account = await signedInAccount();
  return { account, ...(await applicantOf(account)) };
};

const on = (applicantId: string, noteId: string) => ({ pathParameters: { id: applicantId, noteId } });

/** Writes erasures as an erasure does: each by itself, and refused ones count as done. */
const eraseAll = async (of: Parameters<typeof readNoteErasures>[1]) => {
  const writes = await readNoteErasures(serviceTable(), of);
  await Promise.all(writes.map((write) => serviceTable().write(write)));
  return writes.length;
};

describe('Notes on an applicant', () => {
  test('are kept with their author and listed newest first, page by page, with exact totals', async () => {
    const { account, of, path } = await noted();
    const nowMs = Date.now();
    for (let n = 1; n <= 24; n++) await createNoteFor(of, `Note ${n}`, nowMs - 60_000 + n);
    const { headers, keyId } = await apiKeyFor(account);
    const { status, body } = await add({ ...account, headers }, { ...path, body: { text: `  ${TEXT}\n` } });
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        data: {
          id: expect.stringMatching(/^note_/),
          text: TEXT,
          author: keyId,
          createdAt: expect.any(String),
          updatedAt: body.data.createdAt,
        },
      },
    ]);
    const first = (await list(account, path)).body;
    expect(first.data).toHaveLength(20);
    expect(first.data[0]).toEqual(body.data);
    expect(first.data[1]).toMatchObject({ text: 'Note 24', author: account.accountId });
    expect(first.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 25,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
    });
    const last = (await list(account, { ...path, query: { page: '2' } })).body;
    expect(last.data.map(({ text }: { text: string }) => text)).toEqual([5, 4, 3, 2, 1].map((n) => `Note ${n}`));
    const behind = (await list(account, { ...path, query: { page: '999999999', limit: '100' } })).body;
    expect([behind.data, behind.pagination.total]).toEqual([[], 25]);
  });

  test('can change their text, and keep author and position', async () => {
    const { account, applicant, of, path } = await noted();
    const note = await createNoteFor(of, TEXT, Date.now() - 5_000);
    const newer = await createNoteFor(of);
    const { headers } = await apiKeyFor(account);
    const request = { ...on(applicant.id, note.id), body: { text: 'She has called.' } };
    const { status, body } = await change({ ...account, headers }, request);
    expect([status, body.data]).toEqual([
      200,
      { ...note, text: 'She has called.', updatedAt: expect.not.stringMatching(note.updatedAt) },
    ]);
    expect((await list(account, path)).body.data.map(({ id }: { id: string }) => id)).toEqual([newer.id, note.id]);
  });

  test('are gone once they are deleted: not listed, not counted, not found', async () => {
    const { account, applicant, of, path } = await noted();
    const note = await createNoteFor(of);
    expect((await erase(account, on(applicant.id, note.id))).body).toEqual({ success: true, message: 'Note deleted.' });
    const { body } = await list(account, path);
    expect([body.data, body.pagination.total]).toEqual([[], 0]);
    for (const again of [
      await erase(account, on(applicant.id, note.id)),
      await change(account, { ...on(applicant.id, note.id), body: { text: TEXT } }),
    ]) {
      expect([again.status, again.body.code]).toEqual([404, 'NOTE_NOT_FOUND']);
    }
  });

  test('deleted five times at the same moment are counted once', async () => {
    const { account, applicant, of, path } = await noted();
    const note = await createNoteFor(of);
    await createNoteFor(of);
    const responses = await Promise.all(Array.from({ length: 5 }, () => erase(account, on(applicant.id, note.id))));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await list(account, path)).body.pagination.total).toBe(1);
  });

  test('repeated with a key are one note, and its deletion also removes the stored response', async () => {
    const { account, applicant, path } = await noted();
    const headers = { 'idempotency-key': newId('ref', Date.now()) };
    const request = { ...path, headers, body: { text: TEXT } };
    const responses = await Promise.all(Array.from({ length: 3 }, () => add(account, request)));
    const [{ body: first } = { body: undefined }] = responses;
    expect(responses.map(({ status, body }) => [status, body])).toEqual(responses.map(() => [201, first]));
    expect((await list(account, path)).body.pagination.total).toBe(1);
    const reused = await add(account, { ...request, body: { text: 'Another' } });
    expect([reused.status, reused.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const kept = idempotencyKeys.idempotency(accountScope(account), idempotencyKeyHash({ headers }) ?? '');
    expect(textsIn(await serviceTable().get(kept)).join()).toContain(TEXT);
    await erase(account, on(applicant.id, first.data.id));
    expect(await serviceTable().get(kept)).toBeUndefined();
  });

  test('are at most 200 with the longest texts, and a deleted one makes room', async () => {
    const { account, applicant, of, path } = await noted();
    const longest = '𝒜'.repeat(2_000);
    const table = serviceTable();
    const { counts } = notesOfApplicant(of.accountId, of.applicantId);
    const ids = Array.from({ length: MAX_NOTES - 1 }, (_, n) => newId('note', Date.now() - 1_000 + n));
    await Promise.all(
      ids.map((id) => {
        const at = new Date().toISOString();
        const key = noteKeys.note(of.accountId, of.applicantId, id);
        return table.write(put({ ...key, id, text: longest, author: of.accountId, createdAt: at, updatedAt: at }));
      }),
    );
    await table.write(update(counts, { set: { notes: ids.length }, when: {} }));
    expect((await add(account, { ...path, body: { text: longest } })).status).toBe(201);
    const full = await add(account, { ...path, body: { text: TEXT } });
    expect([full.status, full.body.code]).toEqual([409, 'TOO_MANY_NOTES']);
    const { body } = await list(account, { ...path, query: { page: '2', limit: '100' } });
    expect([body.data.length, body.data.at(-1).id, body.pagination.total]).toEqual([100, ids[0], MAX_NOTES]);
    await erase(account, on(applicant.id, ids[0] ?? ''));
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => add(account, { ...path, body: { text: TEXT } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('change nothing else of their applicant, and appear in no event', async () => {
    const { account, applicant, path } = await noted();
    const before = await eventsOf(account.accountId);
    await add(account, { ...path, body: { text: TEXT } });
    expect(await eventsOf(account.accountId)).toEqual(before);
    const item = await serviceTable().get({ pk: `APP#${applicant.id}`, sk: 'APPLICANT' });
    expect(item?.['updatedAt']).toBe(applicant.updatedAt);
  });
});

describe('Erasing the notes of an applicant', () => {
  test('leaves none of them, nor of the responses that repeat them, and no more can be added', async () => {
    const { account, of, path } = await noted();
    const headers = { 'idempotency-key': newId('ref', Date.now()) };
    await add(account, { ...path, headers, body: { text: TEXT } });
    await createNoteFor(of);
    const others = await applicantOf(account);
    await createNoteFor(others.of);
    await serviceTable().write(closeNotes(of, Date.now()));
    expect(await eraseAll(of)).toBe(3);
    expect(await eraseAll(of)).toBe(0);
    const kept = idempotencyKeys.idempotency(accountScope(account), idempotencyKeyHash({ headers }) ?? '');
    expect(await serviceTable().get(kept)).toBeUndefined();
    const late = await add(account, { ...path, body: { text: TEXT } });
    expect([late.status, late.body.code]).toEqual([409, 'ILLEGAL_STATE']);
    expect((await list(account, path)).body.pagination.total).toBe(0);
    expect((await list(account, others.path)).body.pagination.total).toBe(1);
  });
});

describe('A note is refused', () => {
  test.each([[{}], [{ text: ' \n ' }], [{ text: 'x'.repeat(2_001) }], [{ text: '\ud800' }], [{ text: 4 }]])(
    'without a valid text: %j',
    async (body) => {
      const { account, applicant, of, path } = await noted();
      const note = await createNoteFor(of);
      for (const refused of [
        await add(account, { ...path, body }),
        await change(account, { ...on(applicant.id, note.id), body }),
      ]) {
        expect([refused.status, refused.body.details.map(({ path: place }: { path: string }) => place)]).toEqual([
          400,
          ['text'],
        ]);
      }
    },
  );

  test('on another applicant than its own', async () => {
    const { account, of } = await noted();
    const note = await createNoteFor(of);
    const other = await applicantOf(account);
    for (const refused of [
      await erase(account, on(other.applicant.id, note.id)),
      await change(account, { ...on(other.applicant.id, note.id), body: { text: TEXT } }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([404, 'NOTE_NOT_FOUND']);
    }
  });

  test.each(['0'.repeat(101), 'note_1', '%20', 'a#b'])('for an invalid id: %s', async (id) => {
    const { account, applicant } = await noted();
    expect((await erase(account, on(applicant.id, id))).body.code).toBe('NOTE_NOT_FOUND');
    expect((await erase(account, on(id, newId('note', Date.now())))).body.code).toBe('APPLICANT_NOT_FOUND');
    expect((await list(account, { pathParameters: { id } })).body.code).toBe('APPLICANT_NOT_FOUND');
    expect((await add(account, { pathParameters: { id }, body: { text: TEXT } })).body.code).toBe(
      'APPLICANT_NOT_FOUND',
    );
  });
});

const someApplicant = () => newId('app', Date.now());
const someNote = () => newId('note', Date.now());
const body = { text: TEXT };

for (const [contract, handler, sent] of [
  [createNote, addHandler, { body }],
  [listNotes, listHandler, {}],
] as const) {
  const requestOf = (id: string) => requestTo(contract, { pathParameters: { id }, ...sent });
  securitySuite({
    contract,
    handler,
    request: async (account) => requestOf((await applicantOf(account)).applicant.id),
    missing: () => requestOf(someApplicant()),
  });
}

for (const [contract, handler, sent] of [
  [updateNote, changeHandler, { body }],
  [deleteNote, deleteHandler, {}],
] as const) {
  securitySuite({
    contract,
    handler,
    request: async (account) => {
      const { applicant, of } = await applicantOf(account);
      return requestTo(contract, { ...on(applicant.id, (await createNoteFor(of)).id), ...sent });
    },
    missing: () => requestTo(contract, { ...on(someApplicant(), someNote()), ...sent }),
  });
}
