import { optionalEnv } from './env.ts';

/** The chunks of a response body as one. */
const collectBody = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Time-out in seconds instead of the default, where an emulator replaces AWS: a setting of the stage `local`. */
const patienceSeconds = optionalEnv('AWS_PATIENCE_SECONDS');

/** Milliseconds to wait for a connection, and for a response. */
const timeouts = patienceSeconds
  ? { connectionTimeout: Number(patienceSeconds) * 1000, requestTimeout: Number(patienceSeconds) * 1000 }
  : { connectionTimeout: 3_000, requestTimeout: 5_000 };

/**
 * The settings of every AWS client: short timeouts and few tries, because a caller waits for each call and the work
 * itself is retried by its queue or its client.
 *
 * Credentials and endpoint come from the environment, as Lambda provides them. Bodies are collected by a function of
 * ours: the SDK's own first checks for web streams, for which Node loads their implementation.
 */
export const awsClientSettings = {
  maxAttempts: 3,
  requestHandler: { ...timeouts, throwOnRequestTimeout: true },
  streamCollector: collectBody,
} as const;
