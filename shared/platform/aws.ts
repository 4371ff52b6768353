import { optionalEnv } from './env.ts';

/** The chunks of an answer's body as one. */
const collectBody = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Seconds of patience instead of the usual few, where an emulator stands for AWS: a setting of the stage `local`. */
const patienceSeconds = optionalEnv('AWS_PATIENCE_SECONDS');

/** Milliseconds to wait for a connection, and for an answer. */
const timeouts = patienceSeconds
  ? { connectionTimeout: Number(patienceSeconds) * 1000, requestTimeout: Number(patienceSeconds) * 1000 }
  : { connectionTimeout: 3_000, requestTimeout: 5_000 };

/**
 * The settings of every AWS client: short timeouts and few tries, because a caller waits behind each call and the
 * work itself is retried by its queue or its client.
 *
 * Credentials and endpoint come from the environment, as Lambda provides them. Bodies are collected by a function of
 * ours: the SDK's own first asks whether it has a stream of the web, for which Node loads all of those.
 */
export const awsClientSettings = {
  maxAttempts: 3,
  requestHandler: { ...timeouts, throwOnRequestTimeout: true },
  streamCollector: collectBody,
} as const;
