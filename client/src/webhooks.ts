import type { WebhookEvent } from './api-types.ts';

/** The reason why a webhook is not genuine. */
export type WebhookFault = 'malformed_signature' | 'wrong_signature' | 'outside_tolerance' | 'malformed_body';

const SENTENCES: Readonly<Record<WebhookFault, string>> = {
  malformed_signature: 'The header X-Service-Signature is missing or malformed.',
  wrong_signature:
    'No signature matches. Pass the body as it arrived, before any parser, and the signing secret of the registration.',
  outside_tolerance:
    'The signature is too old or too new: the request may be a replay. Check the clock of this machine.',
  malformed_body: 'The signature matches, but the body is not the JSON of an event.',
};

/** The error for a webhook that is not genuine. Answer such a request with a 4xx. */
export class WebhookError extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(SENTENCES[fault]);
    this.name = 'WebhookError';
    this.fault = fault;
  }
}

/** The options of verifying a webhook. */
export interface VerifyWebhookOptions {
  /** How far the time of the signature may be from now, in both directions. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The time now, in Unix seconds. Default: the clock of this machine. */
  readonly nowSeconds?: number;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/** A longer header is not parsed. A time and the signatures of all secrets fit. */
const HEADER_MAX_LENGTH = 512;

type Bytes = Uint8Array<ArrayBuffer>;

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

const fromHex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** The time of a signature header and its `v1` signatures; undefined for a malformed one. */
const parsed = (header: string): { readonly seconds: string; readonly signatures: readonly Bytes[] } | undefined => {
  if (header.length > HEADER_MAX_LENGTH) return undefined;
  const parts = header.split(',');
  const valuesOf = (scheme: string) =>
    parts.filter((part) => part.startsWith(scheme)).map((part) => part.slice(scheme.length));
  const [seconds = '', ...more] = valuesOf('t=');
  const signatures = valuesOf('v1=');
  if (!/^\d{1,12}$/.test(seconds) || more.length > 0) return undefined;
  if (signatures.length === 0 || !signatures.every((text) => /^[0-9a-f]{64}$/.test(text))) return undefined;
  return { seconds, signatures: signatures.map(fromHex) };
};

/** Whether one of the signatures is that of the bytes with this secret. WebCrypto compares in constant time. */
const matches = async (secret: string, signatures: readonly Bytes[], bytes: Bytes): Promise<boolean> => {
  const key = await crypto.subtle.importKey('raw', utf8(secret), HMAC, false, ['verify']);
  const verdicts = await Promise.all(signatures.map((one) => crypto.subtle.verify(HMAC, key, one, bytes)));
  return verdicts.includes(true);
};

const signedBytes = (seconds: string, body: string | Uint8Array): Bytes => {
  const time = utf8(`${seconds}.`);
  const content = typeof body === 'string' ? utf8(body) : body;
  const bytes = new Uint8Array(time.length + content.length);
  bytes.set(time);
  bytes.set(content, time.length);
  return bytes;
};

const eventOf = (body: string | Uint8Array): WebhookEvent => {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  } catch {
    throw new WebhookError('malformed_body');
  }
};

/**
 * Verifies a webhook and returns its event, whose `event` determines the type of `data`.
 *
 * @param body the body as it arrived, before any parser.
 * @param signature the value of `X-Service-Signature`.
 * @param secrets the signing secret of the registration (`whsec_…`), or several while you replace it.
 * @throws WebhookError for a webhook that is not genuine.
 * @throws TypeError for a body that was already parsed, or without a secret.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  signature: string | null | undefined,
  secrets: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> => {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('The body must be the text or the bytes that arrived, not what a parser made of them.');
  const candidates = [secrets].flat().filter((secret) => secret !== '');
  if (candidates.length === 0) throw new TypeError('A signing secret is needed (whsec_…).');
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowSeconds = Math.floor(Date.now() / 1000) } = options;
  const header = parsed(signature ?? '');
  if (!header) throw new WebhookError('malformed_signature');
  const bytes = signedBytes(header.seconds, body);
  const verdicts = await Promise.all(candidates.map((secret) => matches(secret, header.signatures, bytes)));
  if (!verdicts.includes(true)) throw new WebhookError('wrong_signature');
  if (Math.abs(nowSeconds - Number(header.seconds)) > toleranceSeconds) throw new WebhookError('outside_tolerance');
  return eventOf(body);
};
