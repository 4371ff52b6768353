import type { Touches } from '#shared/http/contract';
import {
  CAPABILITIES,
  type CapabilityKind,
  type CapabilityName,
  capabilitiesOf,
  type QueueName,
  type SettingsName,
} from '#shared/platform/capabilities';
import { busName, mailConfigurationSet, secretName } from './names.ts';
import { isEdgeOnly, type StageConfig } from './stage-config.ts';

/** Addresses that are known only once deployed. */
export interface DeployedAddresses {
  readonly tableName: string;
  /** For functions that keep or read files. */
  readonly bucketName?: string;
  /** URLs of the queues that a function sends to, by name. */
  readonly queueUrls: Readonly<Partial<Record<QueueName, string>>>;
  /** The API's public address, without `/v1`, for functions of the API and those whose mails link to it. */
  readonly apiUrl?: string;
  /** The queue for events that cannot be published, for functions that publish. */
  readonly unpublishableQueueUrl?: string;
}

/** Variables of a function. */
export type FunctionEnvironment = Readonly<Record<string, string>>;

/**
 * Threads of libuv's pool, in which customers' host names are looked up. A lookup cannot be cancelled: one that hangs
 * keeps its thread long after its attempt timed out. With Node's default of four, a single batch would leave no thread
 * for other names, not even AWS's.
 */
const LOOKUP_THREADS = '32';

const checkoutVariables = ({ checkout }: StageConfig): FunctionEnvironment => {
  switch (checkout.kind) {
    case 'simulated':
      return { SIMULATED_CHECKOUT: 'true' };
    case 'paystack':
      return { PAYSTACK_SECRET_NAME: checkout.secretName };
    case 'none':
      return {};
  }
};

const textVariables = ({ textMessages }: StageConfig): FunctionEnvironment =>
  textMessages === undefined ? {} : { [CAPABILITIES.textSender.variable]: 'sns' };

const modelVariables = ({ model, region }: StageConfig): FunctionEnvironment =>
  model === undefined
    ? {}
    : {
        [CAPABILITIES.model.variable]: model.modelId,
        MODEL_REGION: model.region ?? region,
        MODEL_MAX_ANSWER_TOKENS: String(model.maxAnswerTokens),
        ...(model.guardrail && {
          MODEL_GUARDRAIL_ID: model.guardrail.id,
          MODEL_GUARDRAIL_VERSION: model.guardrail.version,
        }),
      };

const SETTINGS: Readonly<Record<SettingsName, (stage: StageConfig) => FunctionEnvironment>> = {
  payments: checkoutVariables,
  simulatedCheckout: (stage) => (stage.checkout.kind === 'simulated' ? checkoutVariables(stage) : {}),
  textSettings: textVariables,
  sales: ({ salesEmail }) => ({ SALES_EMAIL: salesEmail }),
  support: ({ supportEmail }) => ({ SUPPORT_EMAIL: supportEmail }),
  mailPace: ({ mailsPerSecond }) => ({ MAILS_PER_SECOND: String(mailsPerSecond) }),
  noticeCaps: ({ noticesPerDay: { recipient, applicant, account } }) => ({
    NOTICES_PER_RECIPIENT: String(recipient),
    NOTICES_PER_APPLICANT: String(applicant),
    NOTICES_PER_ACCOUNT: String(account),
  }),
  sources: ({ simulateLiveSources, sourcesSecretName }) => ({
    ...(simulateLiveSources && { SIMULATE_LIVE_SOURCES: 'true' }),
    ...(sourcesSecretName !== undefined && { SOURCES_SECRET_NAME: sourcesSecretName }),
  }),
  addressBudget: ({ addressBudgetKobo }) => ({ ADDRESS_BUDGET_KOBO: String(addressBudgetKobo) }),
  evidenceRetention: ({ evidenceRetentionDays }) => ({ EVIDENCE_RETENTION_DAYS: String(evidenceRetentionDays) }),
  google: ({ google }) => ({
    ...(google && { GOOGLE_CLIENT_ID: google.clientId }),
    ...(google?.issuer !== undefined && { GOOGLE_ISSUER: google.issuer }),
    ...(google?.jwksUrl !== undefined && { GOOGLE_JWKS_URL: google.jwksUrl }),
  }),
  endpoints: ({ allowLoopbackEndpoints }) => ({
    UV_THREADPOOL_SIZE: LOOKUP_THREADS,
    ...(allowLoopbackEndpoints && { ALLOW_LOOPBACK_ENDPOINTS: 'true' }),
  }),
};

/** The variables of capabilities, by how they are granted. */
const VARIABLES: Readonly<
  Record<
    CapabilityKind,
    (names: readonly CapabilityName[], stage: StageConfig, addresses: DeployedAddresses) => FunctionEnvironment
  >
> = {
  secret: (names, { stage }) =>
    Object.fromEntries(
      capabilitiesOf('secret', names).map((name) => [CAPABILITIES[name].variable, secretName(stage, name)]),
    ),
  queue: (names, _, { queueUrls }) =>
    Object.fromEntries(
      capabilitiesOf('queue', names).map((name) => [CAPABILITIES[name].variable, queueUrls[name] ?? '']),
    ),
  bucket: (names, _, { bucketName }) =>
    Object.fromEntries(capabilitiesOf('bucket', names).map((name) => [CAPABILITIES[name].variable, bucketName ?? ''])),
  mailer: (names, { stage, mail }) =>
    Object.assign(
      {},
      ...capabilitiesOf('mailer', names).map((name) => ({
        [CAPABILITIES[name].variable]: mail.sender,
        MAIL_CONFIGURATION_SET: mailConfigurationSet(stage),
      })),
    ),
  textSender: (names, stage) =>
    Object.assign(
      {},
      ...capabilitiesOf('textSender', names).map(() => ({
        ...textVariables(stage),
        ...(stage.textMessages?.senderId !== undefined && { TEXT_SENDER_ID: stage.textMessages.senderId }),
      })),
    ),
  model: (names, stage) => Object.assign({}, ...capabilitiesOf('model', names).map(() => modelVariables(stage))),
  bus: (names, { stage }, { unpublishableQueueUrl }) =>
    Object.assign(
      {},
      ...capabilitiesOf('bus', names).map((name) => ({
        [CAPABILITIES[name].variable]: busName(stage),
        ...(unpublishableQueueUrl !== undefined && { UNPUBLISHABLE_QUEUE_URL: unpublishableQueueUrl }),
      })),
    ),
  settings: (names, stage) =>
    Object.assign({}, ...capabilitiesOf('settings', names).map((name) => SETTINGS[name](stage))),
};

/**
 * The environment variables of a function, derived from what it touches. They are the same on every stage, and for a
 * handler that runs on a developer's machine. A disabled setting is left out, which `optionalEnv` recognises.
 */
export const functionVariables = (
  { uses = [] }: Pick<Touches, 'uses'>,
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
  ...(isEdgeOnly(stage) && { EDGE_ONLY: 'true' }),
  ...Object.assign({}, ...Object.values(VARIABLES).map((variablesOf) => variablesOf(uses, stage, addresses))),
});
