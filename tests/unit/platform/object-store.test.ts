import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { exportDownloads } from '#shared/onboarding/exports/export-files';
import { addressesOf, filesOf, ObjectStoreUnavailable } from '#shared/platform/object-store';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const received: Received[] = [];
/**
 * The statuses of the responses, in order. `cut` ends the connection without a response. After the last, every status
 * is 200.
 */
const responses: (number | 'cut')[] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) });
  const next = responses.shift() ?? 200;
  if (next === 'cut') return void request.socket.destroy();
  response.statusCode = next;
  response.end('<Error><Code>Whatever</Code></Error>');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('BUCKET_NAME', 'the-bucket');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  received.length = 0;
  responses.length = 0;
});

const files = filesOf('verificationUploads');
const BYTES = Buffer.from('%PDF-1.7\n');
const FILE = { key: 'usr_1/sandbox/doc_1', mimeType: 'application/pdf', bytes: BYTES };

describe('A file', () => {
  test('is put below its prefix, signed, with its type and a hash that S3 checks', async () => {
    await files.put(FILE);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'PUT',
      url: '/the-bucket/verifications/usr_1/sandbox/doc_1',
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(BYTES.length),
        'x-amz-checksum-sha256': createHash('sha256').update(BYTES).digest('base64'),
        'x-amz-content-sha256': createHash('sha256').update(BYTES).digest('hex'),
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=[^,]*content-type[^,]*host[^,]*, Signature=[0-9a-f]{64}$/,
        ),
      },
    });
    expect(received[0]?.body.equals(BYTES)).toBe(true);
  });

  test('of 4 MB arrives complete', async () => {
    const bytes = Buffer.alloc(4_000_000, 7);
    await files.put({ ...FILE, bytes });
    expect(received[0]?.body.equals(bytes)).toBe(true);
  });

  test('has its key escaped once, whatever the key contains', async () => {
    await files.put({ ...FILE, key: 'a b/c?d#e/f(g)' });
    expect(received[0]?.url).toBe('/the-bucket/verifications/a%20b/c%3Fd%23e/f%28g%29');
  });

  test('is removed by its key', async () => {
    responses.push(204);
    await files.remove(FILE.key);
    expect(received).toMatchObject([{ method: 'DELETE', url: '/the-bucket/verifications/usr_1/sandbox/doc_1' }]);
  });

  test.each([[[503, 500]], [['cut', 429]], [['cut', 'cut']]] as [(number | 'cut')[]][])(
    'is sent again, complete, after %j',
    async (failures) => {
      responses.push(...failures);
      await files.put(FILE);
      expect(received).toHaveLength(3);
      expect(received.every(({ body }) => body.equals(BYTES))).toBe(true);
    },
  );
});

describe('The object store is unavailable', () => {
  test('after three tries', async () => {
    responses.push(503, 503, 503);
    await expect(files.put(FILE)).rejects.toThrow(ObjectStoreUnavailable);
    expect(received).toHaveLength(3);
  });

  test.each([400, 403, 404, 301])('at once after a %i, which another try would not change', async (status) => {
    responses.push(status);
    await expect(files.put(FILE)).rejects.toThrow(ObjectStoreUnavailable);
    expect(received).toHaveLength(1);
  });

  test('without any text of the file or the bucket in the error', async () => {
    responses.push(403);
    const error = await files.put(FILE).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toMatch(/usr_1|doc_1|the-bucket|Whatever/);
  });
});

describe('The address of a file', () => {
  const at = new Date('2026-11-21T14:03:27.412Z');
  const addressOf = addressesOf('verificationDownloads', () => at);
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  /** The signature of an address as S3 computes it (AWS: Authenticating Requests, Using Query Parameters). */
  const signatureOf = (url: URL): string => {
    const pairs = url.search.slice(1).split('&');
    const query = pairs.filter((pair) => !pair.startsWith('X-Amz-Signature=')).toSorted();
    const canonical = ['GET', url.pathname, query.join('&'), `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
    const scope = '20261121/eu-west-1/s3/aws4_request';
    const toSign = ['AWS4-HMAC-SHA256', '20261121T140327Z', scope, sha256(canonical.join('\n'))].join('\n');
    const key = scope.split('/').reduce<string | Buffer>((signing, part) => hmac(signing, part), 'AWS4test');
    return hmac(key, toSign).toString('hex');
  };

  test('is signed for 15 minutes, and makes the browser save the file', async () => {
    const url = new URL(await addressOf(FILE.key));
    expect(url.pathname).toBe('/the-bucket/verifications/usr_1/sandbox/doc_1');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Date': '20261121T140327Z',
      'X-Amz-Expires': '900',
      'X-Amz-SignedHeaders': 'host',
      'response-content-disposition': 'attachment',
    });
    expect(url.searchParams.get('X-Amz-Signature')).toBe(signatureOf(url));
    expect(received).toHaveLength(0);
  });

  test('works as long as its capability says: for an export, one hour', async () => {
    const { searchParams } = new URL(await exportDownloads.value('usr_1/sandbox/exp_1/file.csv'));
    expect(searchParams.get('X-Amz-Expires')).toBe('3600');
  });

  test("is on the bucket's own host on AWS", async () => {
    const local = process.env['AWS_ENDPOINT_URL'];
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
    const url = new URL(await addressOf('a b/c(1)'));
    vi.stubEnv('AWS_ENDPOINT_URL', local);
    expect(url.origin).toBe('https://the-bucket.s3.eu-west-1.amazonaws.com');
    expect(url.pathname).toBe('/verifications/a%20b/c%281%29');
    expect(url.searchParams.get('X-Amz-Signature')).toBe(signatureOf(url));
  });
});
