import { createHash, randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as attachHandler } from '#functions/api/embed/attach-file';
import { attachFile } from '#functions/api/embed/attach-file.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { fileKeys } from '#shared/files/keys';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { fileAttribute } from '#shared/onboarding/sessions/embed-session';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { newId } from '#shared/platform/ids';
import { type NewFile, ObjectStoreUnavailable } from '#shared/platform/object-store';
import { newAddress } from '#tests/integration/kit/test-kit';
import { publishTestSigningKeys, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { memoryFiles } from '#tests/support/memory-files';
import { mockAws } from '#tests/support/mock-aws';
import { multipart } from '#tests/support/multipart-request';
import {
  configWithModules,
  createApplicantFor,
  createWidgetFor,
  openWalletsFor,
  validConfig,
  type WidgetOverrides,
} from '#tests/support/onboarding';
import { readTestVault, signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
import { embedEndpoint } from './call.ts';
import { openedSession } from './session.ts';

// Before any refused credential, because a container remembers for a while that there are no keys.
beforeAll(publishTestSigningKeys);

const secrets = mockAws(SecretsManagerClient);
beforeEach(() => {
  const { value, versionId } = TEST_VAULT_SECRET.current;
  secrets.on(GetSecretValueCommand).resolves({ SecretString: value, VersionId: versionId });
});
afterEach(() => secrets.reset());

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const MODULE = 'cac_verification';

interface Sent {
  readonly moduleId?: string;
  readonly token?: string;
  readonly sessionId?: string;
  readonly bytes?: Uint8Array;
  readonly filename?: string;
  readonly headers?: Record<string, string>;
}

/** An open session with an in-memory file store. */
const attaching = async (overrides: WidgetOverrides = {}, openedAtMs?: number) =>
  attachingTo(await openedSession(overrides, openedAtMs));

/** The same for a session that was opened already. */
const attachingTo = <Opened extends Pick<Awaited<ReturnType<typeof openedSession>>, 'widget' | 'session'>>(
  opened: Opened,
) => {
  const { widget, session } = opened;
  const files = memoryFiles();
  const call = embedEndpoint(attachFile, attachHandler.with({ attachmentUploads: files.store }));
  const sourceIp = newAddress();
  const requestOf = async ({
    moduleId = MODULE,
    token = widget.embedLinkToken,
    bytes = PDF,
    filename,
    sessionId = session.id,
    headers = {},
  }: Sent) => {
    const { body, headers: typed } = await multipart({ token, moduleId }, bytes, filename);
    return { pathParameters: { sessionId }, sourceIp, body, headers: { ...typed, ...headers } };
  };
  const attach = async (sent: Sent = {}) => call(await requestOf(sent));
  return { ...opened, files, call, requestOf, attach };
};

const attachmentsOf = async ({ read }: Pick<Awaited<ReturnType<typeof attaching>>, 'read'>) =>
  (await read()).body.data.attachments;

describe('attaching a file', () => {
  test('keeps it under its module, starts the applicant, and extends the session', async () => {
    const { attach, read, files, account, applicant, session } = await attaching({}, Date.now() - 60_000);
    const { status, body } = await attach({ filename: 'certificate.pdf' });
    expect(status).toBe(201);
    const attachment = {
      id: expect.stringMatching(/^att_[0-9A-Z]{26}$/),
      filename: 'certificate.pdf',
      mimeType: 'application/pdf',
      size: PDF.length,
      uploadedAt: expect.any(String),
    };
    expect(body.data).toStrictEqual({
      sessionId: session.id,
      widgetId: session.widgetId,
      status: 'in_progress',
      currentModuleId: 'business_profile',
      answers: {},
      attachments: { [MODULE]: [attachment] },
      referenceId: null,
    });
    expect((await read()).body.data).toMatchObject(body.data);

    const [{ id }] = body.data.attachments[MODULE];
    const key = `${account.accountId}/sandbox/${id}`;
    expect([...files.kept.values()]).toStrictEqual([{ key, mimeType: 'application/pdf', bytes: PDF }]);
    expect(await serviceTable().get(fileKeys.removal(key))).toBeUndefined();
    const started = await findOwnedApplicant(serviceTable(), account, applicant.id);
    expect(started?.timeline.map(({ status: at }) => at)).toStrictEqual(['created', 'in_progress']);
    const stored = await serviceTable().get(embedSessionKeys.embedSession(session.id));
    expect(String(stored?.['expiresAt']) > session.expiresAt).toBe(true);
  });

  test('ten times at once keeps all ten, lists the earlier ones in every response, and starts the applicant once', async () => {
    const { attach, account, applicant, files, ...opened } = await attaching();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        attach({ filename: `${index}.pdf`, moduleId: index % 2 ? MODULE : 'tin_verification' }),
      ),
    );
    expect(responses.map(({ status }) => status)).toStrictEqual(Array(10).fill(201));
    const counts = responses.map(
      ({ body }) => Object.values(body.data.attachments as Record<string, []>).flat().length,
    );
    expect(counts.toSorted((one, other) => one - other)).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const attachments = Object.values((await attachmentsOf(opened)) as Record<string, { filename: string }[]>).flat();
    expect(attachments.map(({ filename }) => filename).toSorted()).toStrictEqual(
      Array.from({ length: 10 }, (_, index) => `${index}.pdf`),
    );
    expect(files.kept.size).toBe(10);
    const started = await findOwnedApplicant(serviceTable(), account, applicant.id);
    expect(started?.timeline.map(({ status }) => status)).toStrictEqual(['created', 'in_progress']);
  });

  test('and saving answers at once keeps both', async () => {
    const { attach, save, read } = await attaching();
    const responses = await Promise.all([attach(), save('business_profile', { businessName: 'Ada' }), attach()]);
    expect(responses.map(({ status }) => status)).toStrictEqual([201, 200, 201]);
    const { answers, attachments } = (await read()).body.data;
    expect([answers, attachments[MODULE].length]).toStrictEqual([{ business_profile: { businessName: 'Ada' } }, 2]);
  });

  test('is refused beyond ten in one module, even of two at once, and the file is not kept', async () => {
    const { attach, files, ...opened } = await attaching();
    for (let count = 0; count < 9; count++) expect((await attach()).status).toBe(201);
    const last = await Promise.all([attach(), attach()]);
    expect(last.map(({ status, body }) => [status, body.code]).toSorted()).toStrictEqual([
      [201, undefined],
      [409, 'TOO_MANY_FILES'],
    ]);
    expect((await attach()).body.code).toBe('TOO_MANY_FILES');
    expect([(await attachmentsOf(opened))[MODULE].length, files.kept.size]).toStrictEqual([10, 10]);
    expect((await attach({ moduleId: 'tin_verification' })).status).toBe(201);
  });

  test('with one idempotency key keeps one file, however often it is sent', async () => {
    const { attach, files, ...opened } = await attaching();
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all([attach({ headers }), attach({ headers }), attach({ headers })]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toStrictEqual([]);
    const again = await attach({ headers });
    expect(again.body).toStrictEqual(responses.find(({ status }) => status === 201)?.body);
    expect([(await attachmentsOf(opened))[MODULE].length, files.kept.size]).toStrictEqual([1, 1]);
    const other = await attach({ headers, bytes: Buffer.from('%PDF-1.4\n') });
    expect([other.status, other.body.code]).toStrictEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['certificate.bat', 'certificate.bat.pdf'],
    ['certificate.pdf.exe', 'certificate.pdf.exe.pdf'],
    ['certificate.hta ', 'certificate.hta.pdf'],
    ['certificate.bat.', 'certificate.bat..pdf'],
    ['certificate.png', 'certificate.png.pdf'],
    ['CERTIFICATE.PDF', 'CERTIFICATE.PDF'],
    ['pdf', 'pdf.pdf'],
    ['a:b*c?<e>|f.pdf', 'a_b_c__e__f.pdf'],
    ['.htaccess', '_htaccess.pdf'],
    ['bill\u202efdp.exe', 'billfdp.exe.pdf'],
    [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(116)}.pdf`],
    [`${'n'.repeat(300)}.exe`, `${'n'.repeat(108)}${'n'.repeat(4)}.exe.pdf`],
  ])('makes the name %j safe, with the extension of its content', async (filename, expected) => {
    const { attach } = await attaching();
    const { body } = await attach({ filename });
    expect(body.data.attachments[MODULE]).toMatchObject([{ filename: expected }]);
  });

  test('with a signature over the raw body, if the widget requires one', async () => {
    const { widget, session, call, requestOf } = await attaching({
      config: validConfig({ security: { requireSignedRequests: true } }),
    });
    const path = `/v1/widget/embed/sessions/${session.id}/attachments`;
    const request = await requestOf({});
    const body = request.body.toString('latin1');
    const sign = (signed: string) =>
      widgetSignature({ method: 'POST', path, body: signed }, signingSecretOf(widget), Math.floor(Date.now() / 1000));
    const send = (signature: string) =>
      call({ ...request, headers: { ...request.headers, 'x-widget-signature': signature } });
    expect((await send(sign(body))).status).toBe(201);
    expect((await send(sign(`${body}x`))).body.code).toBe('INVALID_REQUEST_SIGNATURE');
    expect((await call(request)).body.code).toBe('INVALID_REQUEST_SIGNATURE');
  });

  test('completes the module for documents, which cannot be submitted without a file', async () => {
    const { attach, save, submit } = await attaching({ config: configWithModules('document_upload') });
    await save('document_upload', { documentType: 'memart' });
    const { body } = await submit();
    expect([body.code, body.details[0].path]).toStrictEqual(['MODULES_INCOMPLETE', 'document_upload']);
    expect((await attach({ moduleId: 'document_upload' })).status).toBe(201);
    expect((await submit()).body.data).toMatchObject({ status: 'submitted', attachments: { document_upload: [{}] } });
  });

  test('never decompresses a file: a bomb disguised as a PDF is kept as it is', async () => {
    const bomb = deflateSync(Buffer.alloc(64_000_000));
    const stream = `1 0 obj\n<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`;
    const bytes = Buffer.concat([Buffer.from(`%PDF-1.7\n${stream}`, 'latin1'), bomb, Buffer.from('\nendstream\n')]);
    const { attach, files } = await attaching();
    expect((await attach({ bytes })).status).toBe(201);
    const [kept] = files.kept.values();
    expect(Buffer.from(kept?.bytes ?? []).equals(bytes)).toBe(true);
  });
});

test('attaching to an abandoned session resumes it, if the widget allows this', async () => {
  const { attach, abandon, account, applicant } = await attaching();
  await attach();
  await abandon();
  expect((await attach()).body.data).toMatchObject({ status: 'in_progress', attachments: { [MODULE]: [{}, {}] } });
  expect(await findOwnedApplicant(serviceTable(), account, applicant.id)).toMatchObject({ status: 'in_progress' });
  const { flow } = validConfig();
  const final = await attaching({ config: validConfig({ flow: { ...flow, enableResume: false } }) });
  await final.abandon();
  expect((await final.attach()).body.code).toBe('APPLICANT_NOT_OPEN');
  expect(final.files.kept.size).toBe(0);
});

describe('attaching a file is refused', () => {
  test('with every problem at once', async () => {
    const { call, session } = await attaching();
    const { body, headers } = await multipart({ x: 'y' }, undefined);
    const response = await call({ pathParameters: { sessionId: session.id }, body, headers });
    expect(response.status).toBe(400);
    const paths = response.body.details.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toStrictEqual(['file', 'moduleId', 'token']);
  });

  test('in the order of the guards, and nothing is kept', async () => {
    const { attach, files } = await attaching({
      config: validConfig({ security: { allowedDomains: ['shop.example'] } }),
    });
    const origin = { origin: 'https://shop.example' };
    const refusal = async (sent: Sent) => {
      const { status, body } = await attach(sent);
      return `${status} ${body.code}`;
    };
    expect(await refusal({ bytes: Buffer.alloc(4_000_001, '%PDF-') })).toBe('413 BODY_TOO_LARGE');
    expect(await refusal({ bytes: Buffer.from('GIF89a') })).toBe('415 UNSUPPORTED_FILE_TYPE');
    expect(await refusal({ bytes: Buffer.from('PK\u0003\u0004%PDF-') })).toBe('415 UNSUPPORTED_FILE_TYPE');
    expect(await refusal({ token: `elt_${'0'.repeat(84)}` })).toBe('401 INVALID_EMBED_TOKEN');
    expect(await refusal({})).toBe('403 ORIGIN_NOT_ALLOWED');
    expect(await refusal({ headers: { origin: 'https://evil.example' } })).toBe('403 ORIGIN_NOT_ALLOWED');
    expect(await refusal({ headers: origin, sessionId: newId('wses', Date.now()) })).toBe('404 SESSION_NOT_FOUND');
    expect(await refusal({ headers: origin, moduleId: 'pep_screening' })).toBe('400 MODULE_NOT_ENABLED');
    expect(await refusal({ headers: origin, moduleId: 'constructor' })).toBe('400 MODULE_NOT_ENABLED');
    const other = await openedSession();
    expect(await refusal({ headers: origin, sessionId: other.session.id })).toBe('404 SESSION_NOT_FOUND');
    expect(files.kept.size).toBe(0);
  });

  test('of a session that was submitted, or has expired', async () => {
    const { attach, save, submit, files } = await attaching();
    await save('business_profile', { businessName: 'Ada Foods Ltd' });
    await save('cac_verification', { registrationNumber: 'RC1234567' });
    expect((await submit()).status).toBe(200);
    expect((await attach()).body.code).toBe('SESSION_NOT_IN_PROGRESS');
    const old = await attaching({}, Date.now() - 48 * 3_600_000);
    const { status, body } = await old.attach();
    expect([status, body.code]).toStrictEqual([410, 'SESSION_EXPIRED']);
    expect([files.kept.size, old.files.kept.size]).toStrictEqual([0, 0]);
  });

  test('while files cannot be kept: 503, nothing is recorded, and the key is free', async () => {
    const { attach, files, ...opened } = await attaching();
    files.faults.push(new ObjectStoreUnavailable('503'));
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body } = await attach({ headers });
    expect([status, body.code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await attachmentsOf(opened)).toStrictEqual({});
    expect((await attach({ headers })).status).toBe(201);
  });
});

describe("an applicant's files are read by its owner", () => {
  const read = endpoint(
    readApplicant,
    readHandler.with({ vault: readTestVault, attachmentDownloads: async (key, name) => `s3:${key}:${name}` }),
  );

  test('each at an address, under the name that it was uploaded with', async () => {
    const owner = await signedInAccount();
    await openWalletsFor(owner);
    const widget = await createWidgetFor(owner);
    const { applicant, session } = await createApplicantFor(owner, widget);
    const { attach } = attachingTo({ widget, session });
    await attach({ filename: 'one.pdf' });
    const { body } = await attach({ filename: 'two.pdf' });
    const { status, body: detail } = await read(owner, { pathParameters: { id: applicant.id } });
    expect(status).toBe(200);
    const expected = body.data.attachments[MODULE].map((file: { id: string; filename: string }) => ({
      ...file,
      activeContent: false,
      sha256: createHash('sha256').update(PDF).digest('hex'),
      url: `s3:${owner.accountId}/sandbox/${file.id}:${file.filename}`,
    }));
    expect(detail.data.attachments).toStrictEqual({ [MODULE]: expected });
    const stranger = await read(await signedInAccount(), { pathParameters: { id: applicant.id } });
    expect(stranger.status).toBe(404);
  });
});

test('the applicant is shown no hash of a file, and the owner none for a file attached before hashes were recorded', async () => {
  const owner = await signedInAccount();
  await openWalletsFor(owner);
  const widget = await createWidgetFor(owner);
  const { applicant, session } = await createApplicantFor(owner, widget);
  const { attach } = attachingTo({ widget, session });
  const { body } = await attach({});
  expect(JSON.stringify(body)).not.toContain('sha256');
  const [{ id }] = body.data.attachments[MODULE];
  const name = fileAttribute({ moduleId: MODULE, id });
  const key = embedSessionKeys.embedSession(session.id);
  const item = await serviceTable().get(key);
  if (!item) throw new Error('The session is stored');
  const { sha256: _, ...recordedBefore } = item[name] as Record<string, unknown>;
  await serviceTable().write(update(key, { set: { [name]: recordedBefore }, when: {} }));
  const read = endpoint(readApplicant, readHandler.with({ attachmentDownloads: async (file) => `s3:${file}` }));
  const { data } = (await read(owner, { pathParameters: { id: applicant.id } })).body;
  expect(data.attachments[MODULE]).toMatchObject([{ id, sha256: null }]);
});

test('an owner is warned of a file with active content, and the applicant is not', async () => {
  const owner = await signedInAccount();
  await openWalletsFor(owner);
  const widget = await createWidgetFor(owner);
  const { applicant, session } = await createApplicantFor(owner, widget);
  const { attach } = attachingTo({ widget, session });
  await attach({ bytes: Buffer.from('%PDF-1.7\n<< /S /Launch /F (cmd.exe) >>\n'), filename: '1.pdf' });
  const { body } = await attach({ bytes: Buffer.from('%PDF-1.7\n<< /Type /ObjStm >>\n'), filename: '2.pdf' });
  expect(JSON.stringify(body)).not.toContain('activeContent');
  const read = endpoint(
    readApplicant,
    readHandler.with({ vault: readTestVault, attachmentDownloads: async (key) => `s3:${key}` }),
  );
  const { data } = (await read(owner, { pathParameters: { id: applicant.id } })).body;
  expect(
    Object.fromEntries(
      data.attachments[MODULE].map((file: Record<string, unknown>) => [file['filename'], file['activeContent']]),
    ),
  ).toEqual({ '1.pdf': true, '2.pdf': null });
});

test('a file whose record is refused is removed again: the session was submitted while the file was uploaded', async () => {
  const { requestOf, save, submit, files } = await attaching();
  await save('business_profile', { businessName: 'Ada Foods Ltd' });
  await save('cac_verification', { registrationNumber: 'RC1234567' });
  const put = async (file: NewFile) => {
    await files.store.put(file);
    expect((await submit()).status).toBe(200);
  };
  const call = embedEndpoint(attachFile, attachHandler.with({ attachmentUploads: { ...files.store, put } }));
  const { status, body } = await call(await requestOf({}));
  expect([status, body.code]).toStrictEqual([409, 'SESSION_NOT_IN_PROGRESS']);
  expect(files.kept.size).toBe(0);
});
