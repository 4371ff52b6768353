import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { put } from '#shared/db/expressions';
import { contract } from '#shared/http/contract';
import { parseMultipart } from '#shared/http/multipart/multipart';
import { serve } from '#shared/http/serve';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { call, testKit } from './test-kit.ts';

const KILOBYTE = 1_024;

const file = v.object({ filename: v.string(), mimeType: v.string(), size: v.number() });

const upload = contract({
  name: 'upload-thing',
  group: 'test',
  method: 'POST',
  route: '/v1/things/files',
  summary: 'Upload files of a thing',
  caller: 'account',
  consumes: 'json-or-multipart',
  body: v.object({ name: v.pipe(v.string(), v.minLength(1)) }),
  files: {
    file: {
      types: ['pdf', 'png'],
      required: false,
      maxCount: 2,
      maxBytes: 64 * KILOBYTE,
      maxTotalBytes: 100 * KILOBYTE,
    },
  },
  success: { 201: v.object({ id: v.string(), name: v.string(), files: v.array(file) }) },
  idempotent: 'commit',
  touches: { writes: ['idempotency'] },
});

const attach = contract({
  ...upload,
  name: 'attach-thing',
  route: '/v1/things/attachments',
  consumes: 'multipart',
  files: { file: { types: ['pdf', 'jpeg', 'png'], required: true, maxCount: 1, maxBytes: 4_000_000 } },
});

const kit = testKit();

const handlerOf = (declared: typeof upload | typeof attach) =>
  serve(
    declared as typeof upload,
    {
      multipart: parseMultipart,
      answer: async ({ body, files }, { commit }) => {
        const shown = (files?.file ?? []).map(({ filename, mimeType, bytes }) => ({
          filename,
          mimeType,
          size: bytes.length,
        }));
        const response = { id: randomUUID(), name: body.name, files: shown };
        await commit([put({ pk: `TESTUPLOAD#${response.id}`, sk: 'UPLOAD' })], response);
        return response;
      },
    },
    kit,
  );

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n');
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(64)]);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(64)]);

interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly content: string | Uint8Array;
  readonly headers?: readonly string[];
}

const bytesOf = (parts: readonly Part[], boundary: string): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, content, headers = [] }) => [
      Buffer.from(`--${boundary}\r\n`),
      Buffer.from(
        `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
      ),
      ...headers.map((header) => Buffer.from(`${header}\r\n`)),
      Buffer.from('\r\n'),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

const typeWith = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });

const NAME: Part = { name: 'name', content: 'Zoë' };
const FILE: Part = { name: 'file', filename: 'deed.pdf', content: PDF };

const send = async (
  parts: readonly Part[] | Uint8Array,
  options: {
    readonly declared?: typeof upload | typeof attach;
    readonly headers?: Record<string, string>;
    readonly account?: SignedInAccount;
    readonly boundary?: string;
  } = {},
) => {
  const { declared = upload, account = await signedInAccount(), boundary = randomUUID() } = options;
  const body = parts instanceof Uint8Array ? parts : bytesOf(parts, boundary);
  const headers = { ...account.headers, ...typeWith(boundary), ...options.headers };
  return call(handlerOf(declared), { method: 'POST', path: declared.route, headers, body });
};

describe('a multipart body', () => {
  test('passes its texts to the schema and its files by content, byte for byte', async () => {
    const { status, body } = await send([NAME, FILE, { ...FILE, filename: 'stamp.bin', content: PNG }]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Zoë',
      files: [
        { filename: 'deed.pdf', mimeType: 'application/pdf', size: PDF.length },
        { filename: 'stamp.bin.png', mimeType: 'image/png', size: PNG.length },
      ],
    });
  });

  test('accepts as many bytes of files as the contract says, and no more', async () => {
    const pdfOf = (bytes: number): Part => ({
      ...FILE,
      content: Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]),
    });
    const exactly = await send([NAME, pdfOf(50 * KILOBYTE), pdfOf(50 * KILOBYTE)]);
    const over = await send([NAME, pdfOf(50 * KILOBYTE), pdfOf(50 * KILOBYTE + 1)]);
    expect([exactly.status, over.status, over.body.code]).toEqual([201, 413, 'BODY_TOO_LARGE']);
  });

  test('may be JSON if the contract says so', async () => {
    const { headers } = await signedInAccount();
    const sent = { method: 'POST', path: upload.route, headers, body: { name: 'a' } };
    expect(await call(handlerOf(upload), sent)).toMatchObject({ status: 201, body: { name: 'a', files: [] } });
    const refused = await call(handlerOf(attach), { ...sent, path: attach.route });
    expect(refused).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_CONTENT_TYPE' } });
  });

  test.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\\\fakepath\\\\deed.pdf', 'deed.pdf'],
    ['a\u202eb.pdf', 'ab.pdf'],
    ['\u200b', 'file.pdf'],
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(251)}.pdf`],
    ['a:b*c?d|e.pdf', 'a_b_c_d_e.pdf'],
    ['.htaccess', '_htaccess.pdf'],
    ['Zoës Urkunde.pdf', 'Zoës Urkunde.pdf'],
  ])('names a file %j as %j', async (filename, expected) => {
    const { status, body } = await send([NAME, { ...FILE, filename }]);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.files[0].filename).toBe(expected);
  });

  test('gives a file without a name a default one, and ignores a file field without a chosen file', async () => {
    const headers = ['Content-Type: application/octet-stream'];
    const unnamed: Part = { name: 'file', content: PDF, headers };
    expect((await send([NAME, unnamed])).body).toMatchObject({ files: [{ filename: 'file.pdf' }] });
    const notChosen: Part = { name: 'file', filename: '', content: '', headers };
    expect((await send([NAME, notChosen])).body).toMatchObject({ files: [] });
    expect((await send([NAME, notChosen], { declared: attach })).body).toMatchObject({ details: [{ path: 'file' }] });
  });

  test('drops fields that its contract does not name', async () => {
    const unknown = { name: 'constructor', content: 'x' };
    expect((await send([NAME, unknown])).body).toMatchObject({ name: 'Zoë', files: [] });
  });

  test('refuses files under names that its contract does not name, naming each once', async () => {
    const unknown = ['other', 'other', 'constructor'].map((name) => ({ ...FILE, name }));
    const { status, body } = await send([NAME, FILE, ...unknown]);
    const message = 'This request has no such file field. Send files as file';
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(body.details).toStrictEqual([
      { path: 'other', message },
      { path: 'constructor', message },
    ]);
  });

  test('accepts a file of four megabytes', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(4_000_000 - PDF.length)]);
    const { status, body } = await send([NAME, { ...FILE, content: large }], { declared: attach });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.files[0].size).toBe(4_000_000);
  });
});

describe('an idempotency key of a multipart request', () => {
  test('replays the same fields and files, whatever their boundary', async () => {
    const account = await signedInAccount();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await send([NAME, FILE], { account, headers });
    const again = await send([FILE, NAME], { account, headers });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers['Idempotency-Replayed']).toBe('true');
  });

  test.each([
    ['file', [NAME, { ...FILE, content: PNG }]],
    ['field', [{ ...NAME, content: 'Zoe' }, FILE]],
    ['number of files', [NAME, FILE, FILE]],
  ] as const)('refuses another %s', async (_, parts) => {
    const account = await signedInAccount();
    const headers = { 'idempotency-key': randomUUID() };
    await send([NAME, FILE], { account, headers });
    const other = await send(parts, { account, headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

describe('a multipart body is refused', () => {
  test('with every problem at once if fields and files are missing', async () => {
    const { status, body } = await send([{ name: 'x', content: 'y' }], { declared: attach });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [
        { path: 'name', message: 'Required' },
        { path: 'file', message: 'Required' },
      ],
    });
    const empty = await send(new Uint8Array(), { declared: attach });
    expect(empty.body.details).toStrictEqual(body.details);
  });

  test('if there are more files with a name than its contract accepts', async () => {
    const { status, body } = await send([NAME, FILE, FILE, FILE]);
    expect(status).toBe(400);
    expect(body.details).toStrictEqual([{ path: 'file', message: 'Must have at most 2 files' }]);
  });

  test.each([
    ['a text that says it is a PDF', { content: 'no pdf', headers: ['Content-Type: application/pdf'] }],
    ['a type that only other endpoints accept', { content: JPEG, filename: 'photo.pdf' }],
    ['an empty file', { content: '' }],
    ['half a signature', { content: PNG.subarray(0, 7) }],
    ['a PDF after other bytes', { content: Buffer.concat([Buffer.from(' '), PDF]) }],
  ])('for %s', async (_, part) => {
    const { status, body } = await send([NAME, { ...FILE, ...part }]);
    expect([status, body.code]).toStrictEqual([415, 'UNSUPPORTED_FILE_TYPE']);
    expect(body.details[0].path).toBe('file');
  });

  test.each([
    ['a file one byte above its bound', upload, Buffer.concat([PDF, Buffer.alloc(64 * KILOBYTE - PDF.length + 1)])],
    ['a body of ten megabytes', attach, Buffer.concat([PDF, Buffer.alloc(10_000_000)])],
  ])('for %s', async (_, declared, content) => {
    const { status, body } = await send([NAME, { ...FILE, content }], { declared });
    expect([status, body.code]).toStrictEqual([413, 'BODY_TOO_LARGE']);
  });

  const whole = bytesOf([NAME, FILE], 'b');
  const cut = (end: number) => whole.subarray(0, end);
  test.each<[string, Uint8Array, Record<string, string>]>([
    ['cut off before its end', cut(whole.length - 8), {}],
    ['cut off in a file', cut(whole.length - 20), {}],
    ['cut off in a header', cut(20), {}],
    ['without a boundary in its type', whole, { 'content-type': 'multipart/form-data' }],
    ['with another boundary', whole, typeWith('other')],
    ['with an empty boundary', whole, { 'content-type': 'multipart/form-data; boundary=' }],
    ['with random bytes', randomBytes(2_000), {}],
    ['with JSON', Buffer.from('{"name":"a"}'), {}],
  ])('%s', async (_, body, headers) => {
    const { status, body: refusal } = await send(body, { boundary: 'b', headers });
    expect([status, refusal.code]).toStrictEqual([400, 'MALFORMED_MULTIPART']);
    expect(refusal.details).toHaveLength(1);
  });

  const many = (count: number, part: Part): Part[] =>
    Array.from({ length: count }, (_, n) => ({ ...part, name: `p${n}` }));
  test.each<[string, readonly Part[]]>([
    ['with ten thousand fields', many(10_000, NAME)],
    ['with a hundred files', many(100, FILE)],
    ['with a field named __proto__', [NAME, { name: '__proto__', content: 'x' }]],
    ['with a file named __proto__', [NAME, { ...FILE, name: '__proto__' }]],
    ['with a field without a name', [NAME, { content: 'x' }]],
    ['with a name of a thousand characters', [NAME, { name: 'n'.repeat(1_000), content: 'x' }]],
    ['with a header of 100 kB', [NAME, { ...FILE, headers: [`X-Bomb: ${'x'.repeat(100_000)}`] }]],
    ['with a control character in a header', [NAME, { ...FILE, filename: 'a\u0000.pdf' }]],
    ['with an invalid header', [NAME, { ...FILE, headers: ['no header at all'] }]],
  ])('%s', async (_, parts) => {
    const { status, body } = await send(parts);
    expect([status, body.code]).toStrictEqual([400, 'MALFORMED_MULTIPART']);
  });

  test('with a field larger than any may be', async () => {
    const { status, body } = await send([{ ...NAME, content: 'x'.repeat(70_000) }]);
    expect([status, body.code]).toStrictEqual([413, 'BODY_TOO_LARGE']);
  });

  test('before it is parsed if nobody is signed in', async () => {
    const headers = typeWith('b');
    const { status } = await call(handlerOf(upload), { method: 'POST', path: upload.route, headers, body: PDF });
    expect(status).toBe(401);
  });
});

test('an endpoint that accepts multipart without a parser is not served', () => {
  expect(() => serve(attach, { answer: () => expect.unreachable() })).toThrow('multipart');
});
