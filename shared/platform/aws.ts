/**
 * The settings of every AWS client: short timeouts and few tries, because a caller waits behind each call and the
 * work itself is retried by its queue or its client.
 *
 * Credentials and endpoint come from the environment, as Lambda provides them.
 */
export const awsClientSettings = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
} as const;
