import { createReadStream, openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Upload } from '#client/src/uploads';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { clientOf, failureOf, json, refuse } from './lying-server.ts';

const PDF = '%PDF-1.7\n%%EOF\n';
const folder = temporaryFolder('client-uploads');
const path = join(folder, 'certificate.pdf');
writeFileSync(path, PDF);

const bytes = new TextEncoder().encode(PDF);

const uploads: Readonly<Record<string, () => Upload | Promise<Upload>>> = {
  'a File': () => new File([PDF], 'certificate.pdf', { type: 'application/pdf' }),
  'a Blob with a name': () => ({ content: new Blob([PDF]), name: 'certificate.pdf' }),
  bytes: () => ({ content: bytes, name: 'certificate.pdf' }),
  'a web stream': () => ({ content: new Blob([PDF]).stream(), name: 'certificate.pdf' }),
  'a stream of Node': () => ({ content: createReadStream(path), name: 'certificate.pdf' }),
  'a file of Node, opened as a Blob': async () => ({ content: await openAsBlob(path), name: 'certificate.pdf' }),
};

/** The parts of a multipart body: their names, file names and contents. */
const partsOf = ({ body, headers }: { body: string; headers: Record<string, unknown> }) => {
  const [, boundary = ''] = /boundary=(.+)$/.exec(String(headers['content-type'])) ?? [];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [, name, , filename] = /name="([^"]+)"(; filename="([^"]*)")?/.exec(part) ?? [];
      return { name, filename, content: part.slice(part.indexOf('\r\n\r\n') + 4, -2) };
    });
};

describe('a file is sent', () => {
  test.each(Object.keys(uploads))('from %s, with its name, and again with the same bytes', async (kind) => {
    const { kyb, received } = await clientOf((response, index) =>
      index === 0 ? refuse(response, 503, 'SERVICE_UNAVAILABLE') : json(response, 201, { success: true }),
    );
    const file = await uploads[kind]?.();
    await kyb.embed.attachFile('wses_1', { token: 'elt_1', moduleId: 'cac_verification', file: file as Upload });
    const [first, second] = received;
    if (!first || !second) throw new Error('There were no two requests');
    expect(second.body).toBe(first.body);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(partsOf(first)).toEqual([
      { name: 'token', filename: undefined, content: 'elt_1' },
      { name: 'moduleId', filename: undefined, content: 'cac_verification' },
      { name: 'file', filename: 'certificate.pdf', content: PDF },
    ]);
  });

  test('several under one name; without a file the body is JSON, where it may be', async () => {
    const { kyb, received } = await clientOf((response) => json(response, 201, { success: true }));
    const dispute = { vendorId: 'cmp_1', eventId: 'evt_1', description: 'Another company.' };
    await kyb.disputes.file({ ...dispute, documents: [new Blob([PDF]), bytes] });
    await kyb.disputes.file(dispute);
    const [withFiles, without] = received;
    expect(withFiles && partsOf(withFiles).slice(3)).toEqual([
      { name: 'documents', filename: 'file', content: PDF },
      { name: 'documents', filename: 'file', content: PDF },
    ]);
    expect(JSON.parse(without?.body ?? '')).toStrictEqual(dispute);
  });
});

test('a stream that does not end is not read for ever, and nothing is sent', async () => {
  const { kyb, received } = await clientOf((response) => json(response, 201, { success: true }));
  let closed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(1_000_000);
    } finally {
      closed = true;
    }
  }
  const failure = await failureOf(kyb.checks.cac({ companyId: 'cmp_1', rcNumber: 'RC1', file: endless() }));
  expect(failure).toBeInstanceOf(RangeError);
  expect([closed, received]).toEqual([true, []]);
});

test('a stream that breaks fails the call with its own error', async () => {
  const { kyb, received } = await clientOf((response) => json(response, 201, { success: true }));
  const broken = createReadStream(join(folder, 'none.pdf'));
  expect(await failureOf(kyb.checks.cac({ companyId: 'cmp_1', rcNumber: 'RC1', file: broken }))).toMatchObject({
    code: 'ENOENT',
  });
  expect(received).toEqual([]);
});
