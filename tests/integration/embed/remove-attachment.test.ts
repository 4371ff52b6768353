import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handler as attachHandler } from '#functions/api/embed/attach-file';
import { attachFile } from '#functions/api/embed/attach-file.contract';
import { handler } from '#functions/api/embed/remove-attachment';
import { removeAttachment } from '#functions/api/embed/remove-attachment.contract';
import { serviceTable } from '#shared/db/client';
import { fileKeys } from '#shared/files/keys';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { MAX_FILES_PER_SESSION } from '#shared/onboarding/modules/module-files';
import { findEmbedSession, reopenFor, sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { newAddress } from '#tests/integration/kit/test-kit';
import { memoryFiles } from '#tests/support/memory-files';
import { mockAws } from '#tests/support/mock-aws';
import { multipart } from '#tests/support/multipart-request';
import { validConfig, type WidgetOverrides } from '#tests/support/onboarding';
import { signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
import { embedEndpoint } from './call.ts';
import { complete, openedSession } from './session.ts';

const MODULE = 'cac_verification';
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const secrets = mockAws(SecretsManagerClient);
beforeEach(() => {
  const { value, versionId } = TEST_VAULT_SECRET.current;
  secrets.on(GetSecretValueCommand).resolves({ SecretString: value, VersionId: versionId });
});
afterEach(() => secrets.reset());

const callRemove = embedEndpoint(removeAttachment, handler);

const opened = async (overrides: WidgetOverrides = {}, openedAtMs?: number) => {
  const made = await openedSession(overrides, openedAtMs);
  const { widget, session } = made;
  const files = memoryFiles();
  const callAttach = embedEndpoint(attachFile, attachHandler.with({ attachmentUploads: files.store }));
  const sourceIp = newAddress();
  const attach = async (moduleId: string = MODULE) => {
    const { body, headers } = await multipart({ token: widget.embedLinkToken, moduleId }, PDF, 'one.pdf');
    return callAttach({ pathParameters: { sessionId: session.id }, sourceIp, body, headers });
  };
  const attached = async (moduleId: string = MODULE): Promise<string> =>
    (await attach(moduleId)).body.data.attachments[moduleId].at(-1).id;
  const remove = (attachmentId: string, more: { token?: string; sessionId?: string; headers?: object } = {}) =>
    callRemove({
      pathParameters: { sessionId: more.sessionId ?? session.id, attachmentId },
      query: { token: more.token ?? widget.embedLinkToken },
      headers: { ...more.headers },
    });
  return { ...made, attach, attached, remove };
};

const refusalOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

/** Opens the session of a submitted applicant again, as a reviewer does. */
const reopened = async (session: Pick<Awaited<ReturnType<typeof openedSession>>['session'], 'id'>) => {
  // Later than the files that were attached so far, whatever the clock shows.
  const nowMs = Date.now() + 1;
  const expiresAt = isoTime(nowMs + 3_600_000);
  const { written } = await serviceTable().write(
    reopenFor(session.id, { modules: [MODULE], message: 'The certificate is cut off.', expiresAt, nowMs }),
  );
  expect(written).toBe(true);
};

describe('removing a file from a session', () => {
  test('returns the session without it, extends the session, and has the file removed', async () => {
    const { attached, remove, read, session, account } = await opened({}, Date.now() - 60_000);
    const [kept, removed] = [await attached(), await attached()];
    const { status, body } = await remove(removed);
    expect(status).toBe(200);
    expect(body.data.attachments).toEqual({ [MODULE]: [expect.objectContaining({ id: kept })] });
    expect((await read()).body.data).toMatchObject(body.data);
    const key = `${account.accountId}/sandbox/${removed}`;
    expect(await serviceTable().get(fileKeys.removal(key))).toMatchObject({ prefix: 'attachments', keys: [key] });
    const stored = await findEmbedSession(serviceTable(), session.id);
    expect(stored && stored.expiresAt > session.expiresAt).toBe(true);
  });

  test('makes room for another file in a module that has ten', async () => {
    const { attach, attached, remove } = await opened();
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push(await attached());
    expect(refusalOf(await attach())).toBe('409 TOO_MANY_FILES');
    await remove(ids[4] ?? '');
    expect((await attach()).status).toBe(201);
    expect(refusalOf(await attach())).toBe('409 TOO_MANY_FILES');
  });

  test('and attaching others at once ends with the right files, and never with more than ten', async () => {
    const { attach, attached, remove, read } = await opened();
    const ids: string[] = [];
    for (let count = 0; count < 9; count++) ids.push(await attached());
    const other = await attached('tin_verification');
    const results = await Promise.all([attach(), remove(other), attach(), remove(ids[0] ?? ''), attach()]);
    const added = [results[0], results[2], results[4]].filter(({ status }) => status === 201).length;
    expect([results[1]?.status, results[3]?.status]).toEqual([200, 200]);
    const { attachments } = (await read()).body.data;
    expect(attachments.tin_verification).toBeUndefined();
    expect(attachments[MODULE].map(({ id }: { id: string }) => id)).not.toContain(ids[0]);
    expect(attachments[MODULE]).toHaveLength(8 + added);
    expect(attachments[MODULE].length).toBeLessThanOrEqual(10);
  });

  test('twice is a 404 the second time', async () => {
    const { attached, remove } = await opened();
    const id = await attached();
    expect((await remove(id)).status).toBe(200);
    expect(refusalOf(await remove(id))).toBe('404 ATTACHMENT_NOT_FOUND');
  });

  test('of an abandoned applicant resumes it, if the widget allows this', async () => {
    const { attached, remove, abandon, account, applicant } = await opened();
    const id = await attached();
    await abandon();
    expect((await remove(id)).body.data.status).toBe('in_progress');
    expect(await findOwnedApplicant(serviceTable(), account, applicant.id)).toMatchObject({ status: 'in_progress' });
    const final = await opened({ config: validConfig({ flow: { enableResume: false } }) });
    const kept = await final.attached();
    await final.abandon();
    expect(refusalOf(await final.remove(kept))).toBe('409 APPLICANT_NOT_OPEN');
  });

  test('needs a signature over the request if the widget requires one', async () => {
    const { widget, session, remove } = await opened({
      config: validConfig({ security: { requireSignedRequests: true } }),
    });
    const added = {
      id: newId('att', Date.now()),
      filename: 'a.pdf',
      mimeType: 'application/pdf',
      activeContent: false,
      sha256: 'ab'.repeat(32),
      size: 1,
      uploadedAt: session.createdAt,
    };
    const file = { version: 0, moduleId: MODULE, added } as const;
    await serviceTable().write(sessionTransition(session.id, 'save', { nowMs: Date.now(), file }));
    expect(refusalOf(await remove(added.id))).toBe('401 INVALID_REQUEST_SIGNATURE');
    const path = `/v1/widget/embed/sessions/${session.id}/attachments/${added.id}`;
    const signed = { method: 'DELETE', path, body: '' };
    const signature = widgetSignature(signed, signingSecretOf(widget), Math.floor(Date.now() / 1000));
    expect((await remove(added.id, { headers: { 'x-widget-signature': signature } })).status).toBe(200);
  });

  test('is refused for files of others, with the same 404 as for missing ones', async () => {
    const { attached, remove } = await opened();
    const other = await opened();
    const [mine, others] = [await attached(), await other.attached()];
    const missing = await remove(newId('att', Date.now()));
    expect(refusalOf(missing)).toBe('404 ATTACHMENT_NOT_FOUND');
    expect((await remove(others)).response.body).toBe(missing.response.body);
    expect(refusalOf(await remove(others, { sessionId: other.session.id }))).toBe('404 SESSION_NOT_FOUND');
    expect(refusalOf(await remove(mine, { token: `elt_${'0'.repeat(84)}` }))).toBe('401 INVALID_EMBED_TOKEN');
    expect(refusalOf(await remove(mine, { token: '' }))).toBe('400 VALIDATION_FAILED');
  });

  test('is refused from a page that the widget does not allow', async () => {
    const { remove } = await opened({ config: validConfig({ security: { allowedDomains: ['shop.example'] } }) });
    const id = newId('att', Date.now());
    expect(refusalOf(await remove(id))).toBe('403 ORIGIN_NOT_ALLOWED');
    expect(refusalOf(await remove(id, { headers: { origin: 'https://evil.example' } }))).toBe('403 ORIGIN_NOT_ALLOWED');
    expect(refusalOf(await remove(id, { headers: { origin: 'https://shop.example' } }))).toBe(
      '404 ATTACHMENT_NOT_FOUND',
    );
  });

  test('is refused once the file was submitted, even while another submission is open', async () => {
    const made = await opened();
    const [id, elsewhere] = [await made.attached(), await made.attached('tin_verification')];
    await complete(made);
    expect((await made.submit()).status).toBe(200);
    expect(refusalOf(await made.remove(id))).toBe('409 SESSION_NOT_IN_PROGRESS');
    await reopened(made.session);
    expect(refusalOf(await made.remove(id))).toBe('409 ATTACHMENT_SUBMITTED');
    expect(refusalOf(await made.remove(elsewhere))).toBe('409 ATTACHMENT_SUBMITTED');
  });

  test('is refused in a module that is closed', async () => {
    const made = await opened();
    await complete(made);
    await made.submit();
    await reopened(made.session);
    const added = {
      id: newId('att', Date.now()),
      filename: 'a.pdf',
      mimeType: 'application/pdf',
      activeContent: false,
      sha256: 'ab'.repeat(32),
      size: 1,
      uploadedAt: isoTime(Date.now() + 60_000),
    };
    const file = { version: 0, moduleId: 'tin_verification', added } as const;
    await serviceTable().write(sessionTransition(made.session.id, 'save', { nowMs: Date.now(), file }));
    expect(refusalOf(await made.remove(added.id))).toBe('400 MODULE_NOT_ENABLED');
  });
});

describe('a session that is open for a resubmission', () => {
  test("names the modules to answer again and the reviewer's words, when it is opened and when it is read", async () => {
    const made = await opened();
    expect((await made.read()).body.data).toMatchObject({
      openModules: ['business_profile', MODULE, 'tin_verification'],
      resubmission: null,
    });
    await complete(made);
    await made.submit();
    expect((await made.read()).body.data).toMatchObject({ openModules: [], resubmission: null });
    await reopened(made.session);
    const expected = {
      openModules: [MODULE],
      resubmission: { modules: [MODULE], message: 'The certificate is cut off.' },
    };
    expect((await made.read()).body.data).toMatchObject(expected);
  });

  test('accepts ten more files for a module that has ten', async () => {
    const made = await opened();
    for (let count = 0; count < 10; count++) await made.attached();
    await complete(made);
    await made.submit();
    await reopened(made.session);
    const later = Date.now() + 2;
    await expect.poll(() => Date.now()).toBeGreaterThan(later);
    for (let count = 0; count < 10; count++) expect((await made.attach()).status).toBe(201);
    expect(refusalOf(await made.attach())).toBe('409 TOO_MANY_FILES');
    expect((await made.read()).body.data.attachments[MODULE]).toHaveLength(20);
  });

  test('keeps a bounded number of files, however often it was submitted', async () => {
    const made = await opened();
    for (let count = 0; count < MAX_FILES_PER_SESSION; count++) {
      const about = {
        filename: 'a.pdf',
        mimeType: 'application/pdf',
        size: 1,
        activeContent: false,
        sha256: 'ab'.repeat(32),
        uploadedAt: made.session.createdAt,
      };
      const added = { id: newId('att', count), ...about };
      const file = { version: count, moduleId: 'business_profile', added } as const;
      const change = sessionTransition(made.session.id, 'save', { nowMs: Date.now(), file });
      expect((await serviceTable().write(change)).written).toBe(true);
    }
    expect(refusalOf(await made.attach())).toBe('409 TOO_MANY_FILES');
  });
});

describe('a submission', () => {
  test('is not shown to whoever reads the session with the public token, only in the response to the submission', async () => {
    const made = await opened();
    await made.attached();
    await complete(made);
    const { body } = await made.submit();
    expect(body.data).toMatchObject({ answers: { [MODULE]: {} }, attachments: { [MODULE]: [{}] } });
    const { status, body: read } = await made.read();
    expect(status).toBe(200);
    expect(read.data).toMatchObject({
      status: 'submitted',
      answers: {},
      attachments: {},
      referenceId: body.data.referenceId,
    });
    expect((await made.submit()).body).toEqual(body);
    await reopened(made.session);
    expect((await made.read()).body.data).toMatchObject({ answers: { [MODULE]: {} }, attachments: { [MODULE]: [{}] } });
  });
});
