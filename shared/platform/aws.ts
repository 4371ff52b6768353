import { NodeHttpHandler } from '@smithy/node-http-handler';
import { optionalEnv } from './env.ts';
import { requireTime } from './lifetime.ts';

/** Joins the chunks of a response body. */
const collectBody = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

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
 * through here, including its own retries, so none is sent after the answer. Reads are let through.
 */
export const abortedWithRequest = (sender: Sender): Sender => ({
  handle: async (request, options = {}) => {
    if (READS.test(request.headers['x-amz-target'] ?? '')) return sender.handle(request, options);
    const signals = [requireTime(), options.abortSignal as AbortSignal | undefined].filter((one) => one !== undefined);
    return sender.handle(request, { ...options, abortSignal: AbortSignal.any(signals) });
  },
});

/**
 * The settings of every AWS client: short timeouts and few tries, because a caller waits for each call and the work
 * itself is retried by its queue or its client.
 *
 * Credentials and endpoint come from the environment, as Lambda provides them. Our own function collects response
 * bodies, because the SDK's checks for web streams first, which makes Node load their implementation.
 */
export const awsClientSettings = {
  maxAttempts: 3,
  requestHandler: abortedWithRequest(new NodeHttpHandler(AWS_TIMEOUTS)),
  streamCollector: collectBody,
} as const;
