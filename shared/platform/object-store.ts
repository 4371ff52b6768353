import { createHash } from 'node:crypto';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { awsClientSettings } from './aws.ts';
import { type Backoff, pauseAfter } from './backoff.ts';
import { CAPABILITIES, type FilePrefix, type FilesName } from './capabilities.ts';
import { env, once, optionalEnv } from './env.ts';
import { pause, TimeIsOver } from './lifetime.ts';

/*
 * Amazon S3 over the signer and the HTTP handler that the clients of the AWS SDK use themselves, which every bundle
 * contains anyway. The SDK's S3 client would make a bundle half as large again (docs/decisions/0027).
 */

/** Tries of one request; see `awsClientSettings`. */
const TRIES = awsClientSettings.maxAttempts;

/** Pauses in milliseconds, at most two for the three tries of a request. */
const BACKOFF: Backoff = { first: 200, longest: 400, jitter: 1 };

/** The object store could not be reached, or refused: the file is not kept, or not removed. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable';

  constructor(reason: string) {
    super(`The object store is unavailable: ${reason}`);
  }
}

/** A file to keep. */
export interface NewFile {
  /** Below the prefix of the capability; begins with the account and the environment that it belongs to. */
  readonly key: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** Keeps files below one prefix of the bucket. */
export interface FileStore {
  /** The prefix of their keys. */
  readonly prefix: FilePrefix;
  /** @throws ObjectStoreUnavailable when it is not certain that the file is kept. */
  readonly put: (file: NewFile) => Promise<void>;
  /** Removes a file, which can be restored for a while. @throws ObjectStoreUnavailable. */
  readonly remove: (key: string) => Promise<void>;
}

const signer = once(
  () =>
    new SignatureV4({
      service: 's3',
      region: env('AWS_REGION'),
      credentials: fromEnv(),
      sha256: Sha256,
      // S3 signs the path as it is sent, without escaping it a second time.
      uriEscapePath: false,
    }),
);

/** Escapes a text as AWS signatures require: all but the unreserved characters of RFC 3986. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A key as a path: its parts are escaped, the slashes between them are not. */
const pathOf = (key: string): string => key.split('/').map(escaped).join('/');

/**
 * A request for an object: at the bucket's own host on AWS, and with the bucket's name in the path on a local cloud.
 */
const requestFor = (
  method: string,
  key: string,
  more: {
    readonly headers?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: Uint8Array;
  },
): HttpRequest => {
  const bucket = env('BUCKET_NAME');
  const local = optionalEnv('AWS_ENDPOINT_URL');
  const { protocol, hostname, port, pathname } = local
    ? new URL(`${local.replace(/\/$/, '')}/${bucket}`)
    : {
        protocol: 'https:',
        port: '',
        pathname: '',
        hostname: `${bucket}.s3.${env('AWS_REGION')}.amazonaws.com`,
      };
  return new HttpRequest({
    method,
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    path: `${pathname}/${pathOf(key)}`,
    headers: { host: port === '' ? hostname : `${hostname}:${port}`, ...more.headers },
    ...(more.query && { query: more.query }),
    ...(more.body && { body: more.body }),
  });
};

/** Whether the same request may succeed a moment later. */
const isTransient = (status: number): boolean => status >= 500 || status === 429;

/** Sends a request until it is accepted. @throws ObjectStoreUnavailable. */
const send = async (request: HttpRequest): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const signed = await signer().sign(request);
    const outcome = await awsClientSettings.requestHandler.handle(HttpRequest.clone(signed)).then(
      async ({ response }) => {
        // The body is read to its end so that the connection can be used again.
        await awsClientSettings.streamCollector(response.body);
        return response.statusCode as number;
      },
      (error: unknown) => {
        if (error instanceof TimeIsOver) throw error;
        return error instanceof Error ? error.name : 'unknown';
      },
    );
    if (typeof outcome === 'number' && outcome < 300) return;
    const mayRepeat = typeof outcome === 'string' || isTransient(outcome);
    if (!mayRepeat || tries >= TRIES) throw new ObjectStoreUnavailable(String(outcome));
    await pause(pauseAfter(BACKOFF, tries, Math.random()));
  }
};

const keyBelow = (name: FilesName, key: string): string => `${CAPABILITIES[name].files.prefix}/${key}`;

/** How long a file's address works by default, in seconds (completions of the interface: documents). */
const ADDRESS_SECONDS = 900;

/**
 * Signs a temporary address of a file, which browsers save rather than show.
 *
 * @param filename the name that they save it under (RFC 6266); by default the last part of its key.
 */
export type FileAddress = (key: string, filename?: string) => Promise<string>;

/**
 * Returns the function that signs addresses of a capability's files. It makes no call.
 *
 * @param validSeconds how long each works: 15 minutes by default.
 */
export const addressesOf =
  (name: FilesName, now: () => Date = () => new Date(), validSeconds: number = ADDRESS_SECONDS): FileAddress =>
  async (key, filename) => {
    const suggested = filename === undefined ? '' : `; filename*=UTF-8''${escaped(filename)}`;
    const request = requestFor('GET', keyBelow(name, key), {
      // As the SDK's own presigner does: anyone who has the address may use it, with any body.
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      query: { 'response-content-disposition': `attachment${suggested}` },
    });
    const { protocol, hostname, port, path, query } = await signer().presign(request, {
      expiresIn: validSeconds,
      signingDate: now(),
    });
    const pairs = Object.entries(query ?? {}).map(([field, value]) => `${escaped(field)}=${escaped(String(value))}`);
    return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}?${pairs.join('&')}`;
  };

/** The file store of a capability. */
export const filesOf = (name: FilesName): FileStore => ({
  prefix: CAPABILITIES[name].files.prefix,
  put: ({ key, mimeType, bytes }) =>
    send(
      requestFor('PUT', keyBelow(name, key), {
        headers: {
          'content-type': mimeType,
          'content-length': String(bytes.length),
          // S3 compares it with what arrived.
          'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64'),
        },
        body: bytes,
      }),
    ),
  remove: (key) => send(requestFor('DELETE', keyBelow(name, key), {})),
});
