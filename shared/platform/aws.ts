import type { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { env, optionalEnv } from './env.ts';
import { requireTime } from './lifetime.ts';
import { useWait } from './while-waiting.ts';

/**
 * Joins the chunks of a response body. It listens to events, because the first async iterator of a stream costs a cold
 * start half a millisecond.
 */
const collectBody = (body: Readable): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    body.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    body.on('end', () => resolve(Buffer.concat(chunks)));
    body.on('error', reject);
    // A connection that ends early closes the body without its end.
    body.on('close', () => reject(new Error('The response ended early')));
  });

const nothing = (): void => {};

/** Logs nothing. Because it has no `info`, the SDK does not copy each input and output for a line of its own. */
const SILENT = { trace: nothing, debug: nothing, info: undefined as never, warn: nothing, error: nothing };

/** Overrides the default time-out, in seconds, where an emulator replaces AWS. A setting of the stage `local`. */
const patienceSeconds = optionalEnv('AWS_PATIENCE_SECONDS');

/** Milliseconds to wait for a connection, and for a response. */
const timeouts = patienceSeconds
  ? { connectionTimeout: Number(patienceSeconds) * 1000, requestTimeout: Number(patienceSeconds) * 1000 }
  : { connectionTimeout: 3_000, requestTimeout: 5_000 };

/** How long every AWS client waits. */
export const AWS_TIMEOUTS = { ...timeouts, throwOnRequestTimeout: true } as const;

/**
 * Operations that change nothing, by the last part of `x-amz-target`. They may outlive their request, because what they
 * read can serve the container's next one.
 */
const READS = /\.(?:GetItem|BatchGetItem|Query|GetSecretValue)$/;

/** A request to AWS, signed. */
export type AwsRequest = Parameters<NodeHttpHandler['handle']>[0];

/** Sends requests to AWS. */
export type Sender = Pick<NodeHttpHandler, 'handle'>;

/**
 * Ends every call that changes something together with its request (docs/decisions/0051). Each try of a client passes
 * through here, including its own retries, so none is sent after the answer. Reads are let through. What was named for
 * the wait is done during it.
 */
export const abortedWithRequest = (sender: Sender): Sender => ({
  handle: async (request, options = {}) => {
    useWait();
    if (READS.test(request.headers['x-amz-target'] ?? '')) return sender.handle(request, options);
    const signals = [requireTime(), options.abortSignal as AbortSignal | undefined].filter((one) => one !== undefined);
    const [only] = signals.length === 1 ? signals : [];
    return sender.handle(request, { ...options, abortSignal: only ?? AbortSignal.any(signals) });
  },
});

/**
 * The endpoint of a service: that of the Region, or `AWS_ENDPOINT_URL`. For the clients that a request waits for, it
 * replaces the SDK's rules for all partitions and kinds of endpoints, which cost a cold start a millisecond each, and
 * its own search for that variable.
 */
export const regionalEndpoint = (service: 'dynamodb' | 'secretsmanager' | 'sqs') => ({
  ignoreConfiguredEndpointUrls: true,
  endpointProvider: ({ Region: region }: { readonly Region?: string | undefined }) => ({
    url: new URL(optionalEnv('AWS_ENDPOINT_URL') ?? `https://${service}.${region}.amazonaws.com`),
  }),
});

/**
 * The settings of every AWS client: short timeouts and few tries, because a caller waits for each call and the work
 * itself is retried by its queue or its client.
 *
 * Credentials, region and endpoint come from the environment, as Lambda provides them. The other settings are the SDK's
 * defaults: unless they are stated, a client looks for each of them in a chain of sources before its first call. Our own
 * function collects response bodies, because the SDK's checks for web streams first, which makes Node load their
 * implementation.
 */
export const awsClientSettings = {
  maxAttempts: 3,
  requestHandler: abortedWithRequest(new NodeHttpHandler(AWS_TIMEOUTS)),
  streamCollector: collectBody,
  logger: SILENT,
  region: async () => env('AWS_REGION'),
  defaultsMode: 'standard',
  retryMode: 'standard',
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  accountIdEndpointMode: 'disabled',
  authSchemePreference: async (): Promise<string[]> => [],
  userAgentAppId: async (): Promise<undefined> => undefined,
} as const;
