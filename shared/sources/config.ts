import * as v from 'valibot';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Keys must be sent encrypted; only a source on this machine may use plain http. */
const isBaseUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.has(hostname));
};

/** The address of a source: https, or http on this machine. */
export const baseUrlSchema = v.pipe(
  v.string(),
  v.check(isBaseUrl, 'Must be an https URL without user, query or fragment'),
);
const timeoutSeconds = v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(10)), 10);

const gatewaySchema = v.object({ baseUrl: baseUrlSchema, apiKey: v.pipe(v.string(), v.minLength(1)), timeoutSeconds });

/** Long enough that it cannot be guessed. */
const callbackSecret = v.pipe(v.string(), v.minLength(32));

const visitsSchema = v.object({
  ...gatewaySchema.entries,
  /** The secret with which the source signs its callbacks. */
  callbackSecret,
  /** Also accepted while the source is changing to a new secret. */
  previousCallbackSecret: v.exactOptional(callbackSecret),
});

const yenteSchema = v.object({
  baseUrl: baseUrlSchema,
  /** Only the hosted service requires one. */
  apiKey: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
  dataset: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9_]+$/)), 'default'),
  /** The score at or above which a candidate is a possible match; yente's own default. */
  threshold: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.7),
  timeoutSeconds,
});

/** Address and key of a provider-neutral gateway. @property timeoutSeconds for one attempt, at most 10. */
export type GatewayConfig = v.InferOutput<typeof gatewaySchema>;

/** Address and key of the source of visits, and the secret that signs its callbacks. */
export type VisitsConfig = v.InferOutput<typeof visitsSchema>;

/** Address and key of yente. @property timeoutSeconds for one attempt, at most 10. */
export type YenteConfig = v.InferOutput<typeof yenteSchema>;

/** The configured sources of a stage. A source without configuration is unavailable; an unknown name is an error. */
export const sourcesConfigSchema = v.strictObject({
  registry: v.exactOptional(gatewaySchema),
  tax: v.exactOptional(gatewaySchema),
  bankAccount: v.exactOptional(gatewaySchema),
  screening: v.exactOptional(yenteSchema),
  identity: v.exactOptional(gatewaySchema),
  documents: v.exactOptional(gatewaySchema),
  socialMedia: v.exactOptional(gatewaySchema),
  meter: v.exactOptional(gatewaySchema),
  visits: v.exactOptional(visitsSchema),
});

/** The sources of a stage, as configured in its secret. */
export type SourcesConfig = v.InferOutput<typeof sourcesConfigSchema>;
