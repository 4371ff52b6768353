import type { FunctionTouches } from '#functions/events/consumers';
import type { QueueName, SecretName, SettingName } from '#shared/http/contract';
import { busName, secretName } from './names.ts';
import type { StageConfig } from './stage-config.ts';

/** Addresses that only a deployment knows. */
export interface DeployedAddresses {
  readonly tableName: string;
  /** URLs of the queues that a function sends to, by name. */
  readonly queueUrls: Readonly<Partial<Record<QueueName, string>>>;
  /** Where callers reach the API, without `/v1`; for the functions of the API. */
  readonly apiUrl?: string;
  /** The queue for events that cannot be published; for the functions that publish. */
  readonly unpublishableQueueUrl?: string;
}

/** Variables of a function. */
export type FunctionEnvironment = Readonly<Record<string, string>>;

const SECRET_VARIABLES: Readonly<Record<SecretName, string>> = {
  signing: 'SIGNING_SECRET_NAME',
  pepper: 'PEPPER_SECRET_NAME',
  vault: 'VAULT_SECRET_NAME',
};

const QUEUE_VARIABLES: Readonly<Record<QueueName, string>> = {
  deliveries: 'DELIVERY_QUEUE_URL',
  mails: 'MAIL_QUEUE_URL',
};

/**
 * Threads of libuv's pool where customers' host names are looked up. A lookup cannot be cancelled: one that hangs keeps
 * its thread long after its attempt timed out, and with Node's default of four a single batch would leave none for
 * other names, AWS's included.
 */
const LOOKUP_THREADS = '32';

const SETTINGS: Readonly<Record<SettingName, (stage: StageConfig) => FunctionEnvironment>> = {
  checkout: ({ checkout }) =>
    checkout.kind === 'simulated' ? { SIMULATED_CHECKOUT: 'true' } : { PAYSTACK_SECRET_NAME: checkout.secretName },
  sources: ({ simulateLiveSources, sourcesSecretName }) => ({
    ...(simulateLiveSources && { SIMULATE_LIVE_SOURCES: 'true' }),
    ...(sourcesSecretName !== undefined && { SOURCES_SECRET_NAME: sourcesSecretName }),
  }),
  endpoints: ({ allowLoopbackEndpoints }) => ({
    UV_THREADPOOL_SIZE: LOOKUP_THREADS,
    ...(allowLoopbackEndpoints && { ALLOW_LOOPBACK_ENDPOINTS: 'true' }),
  }),
};

/**
 * The environment variables of a function, from what it touches: the same on every stage and for a handler that is run
 * on a developer's machine. A disabled setting is left out, so that `optionalEnv` recognises it.
 */
export const environmentOf = (
  touches: FunctionTouches,
  stage: StageConfig,
  addresses: DeployedAddresses,
): FunctionEnvironment => ({
  STAGE: stage.stage,
  TABLE_NAME: addresses.tableName,
  RATE_LIMIT_SCALE: String(stage.rateLimitScale),
  WEB_ORIGINS: stage.webOrigins.join(','),
  TOKEN_AUDIENCE: stage.tokenAudience,
  ...(addresses.apiUrl !== undefined && { API_URL: addresses.apiUrl }),
  ...(stage.awsPatienceSeconds !== undefined && { AWS_PATIENCE_SECONDS: String(stage.awsPatienceSeconds) }),
  ...(stage.edgeSecretHashes.length > 0 && { EDGE_SECRET_HASHES: stage.edgeSecretHashes.join(',') }),
  ...Object.fromEntries((touches.secrets ?? []).map((name) => [SECRET_VARIABLES[name], secretName(stage.stage, name)])),
  ...(touches.mail && { MAIL_FROM: stage.mail.sender }),
  ...Object.fromEntries((touches.queues ?? []).map((name) => [QUEUE_VARIABLES[name], addresses.queueUrls[name] ?? ''])),
  ...(touches.bus && {
    BUS_NAME: busName(stage.stage),
    ...(addresses.unpublishableQueueUrl !== undefined && { UNPUBLISHABLE_QUEUE_URL: addresses.unpublishableQueueUrl }),
  }),
  ...Object.assign({}, ...(touches.settings ?? []).map((name) => SETTINGS[name](stage))),
});
