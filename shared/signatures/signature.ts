import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far a signature's time may lie from now, in seconds (interface: Signature verification, 5). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * Maximum length of a signature header that is parsed: enough for a time and several signatures, too short for an
 * attack on the parser.
 */
const HEADER_MAX_LENGTH = 512;

/** Why a signature is invalid. */
export type SignatureFault = 'malformed' | 'outside_tolerance' | 'mismatch';

/** The result of a verification; for a valid one the HMAC in hex, which identifies this time, body and secret. */
export type SignatureVerdict =
  | { readonly valid: true; readonly mac: string }
  | { readonly valid: false; readonly fault: SignatureFault };

const digestOf = (body: string | Uint8Array, secret: string, seconds: number | string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/**
 * The value of a signature header, `t=<unix_seconds>,v1=<hmac_hex>`: HMAC-SHA256 over `<t>.<body>`, keyed with the
 * whole secret as UTF-8 (interface: Signature verification).
 *
 * @param body the exact bytes that are sent; a string is encoded as UTF-8.
 * @param seconds Unix seconds, whole.
 * @param previous secrets that are being replaced: each adds another `v1`.
 */
export const signatureHeader = (
  body: string | Uint8Array,
  secret: string,
  seconds: number,
  previous: readonly string[] = [],
): string => {
  const signatures = [secret, ...previous].map((key) => `v1=${digestOf(body, key, seconds).toString('hex')}`);
  return [`t=${seconds}`, ...signatures].join(',');
};

interface ParsedHeader {
  readonly seconds: string;
  readonly candidates: readonly Buffer[];
}

const parseHeader = (header: string): ParsedHeader | undefined => {
  if (header.length > HEADER_MAX_LENGTH) return undefined;
  const parts = header.split(',');
  const valuesOf = (scheme: string) =>
    parts.filter((part) => part.startsWith(scheme)).map((part) => part.slice(scheme.length));
  const times = valuesOf('t=');
  const signatures = valuesOf('v1=');
  const [seconds] = times;
  if (seconds === undefined || times.length !== 1 || !/^\d{1,12}$/.test(seconds)) return undefined;
  if (signatures.length === 0 || !signatures.every((text) => /^[0-9a-f]{64}$/.test(text))) return undefined;
  return { seconds, candidates: signatures.map((text) => Buffer.from(text, 'hex')) };
};

/**
 * Verifies a signature header over a raw body. The HMAC is compared in constant time. Then `t` must be within the
 * tolerance of now, in both directions, so that neither a replayed nor a pre-dated request passes. Several `v1` parts
 * are accepted, because a sender that is changing its secret sends them; parts of other schemes are ignored. Never
 * throws.
 *
 * @param nowSeconds Unix seconds.
 */
export const verifySignature = (input: {
  readonly header: string | undefined;
  readonly body: string | Uint8Array;
  readonly secret: string;
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}): SignatureVerdict => {
  const parsed = parseHeader(input.header ?? '');
  if (!parsed) return { valid: false, fault: 'malformed' };
  const expected = digestOf(input.body, input.secret, parsed.seconds);
  const matches = parsed.candidates.filter((candidate) => timingSafeEqual(candidate, expected));
  if (matches.length === 0) return { valid: false, fault: 'mismatch' };
  const tolerance = input.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS;
  const distance = Math.abs(input.nowSeconds - Number(parsed.seconds));
  if (distance > tolerance) return { valid: false, fault: 'outside_tolerance' };
  return { valid: true, mac: expected.toString('hex') };
};
