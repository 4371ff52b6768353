import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import type { Contract } from './contract.ts';
import { valueFingerprint } from './idempotency/value-fingerprint.ts';
import { parseJson } from './json.ts';
import type { MultipartBody, ParseMultipart } from './multipart/uploaded-file.ts';

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const MULTIPART_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

/** Maximum bytes of a body: of JSON and forms, and of multipart, which a Lambda event holds as base64. */
const MAX_BYTES = 1_000_000;
const MAX_MULTIPART_BYTES = 4_500_000;

type BodyContract = Pick<Contract, 'body' | 'consumes' | 'files' | 'maxBodyBytes'>;

/** Whether a body may be JSON. */
export const takesJson = (consumes: Contract['consumes']): boolean =>
  consumes === undefined || consumes === 'json-or-multipart';

/** Whether a body may be a browser's form. */
export const takesForm = (consumes: Contract['consumes']): boolean =>
  consumes === 'form' || consumes === 'form-or-multipart';

/** Whether a body may be multipart. */
export const takesMultipart = (consumes: Contract['consumes']): boolean =>
  consumes === 'multipart' || consumes === 'form-or-multipart' || consumes === 'json-or-multipart';

/**
 * Refuses a body that is larger than its contract allows.
 *
 * @throws ApiError BODY_TOO_LARGE.
 */
export const limitBody = ({ consumes, maxBodyBytes }: BodyContract, body: Uint8Array): void => {
  const limit = maxBodyBytes ?? (takesMultipart(consumes) ? MAX_MULTIPART_BYTES : MAX_BYTES);
  if (body.length > limit) throw new ApiError('BODY_TOO_LARGE');
};

/** The sentence that names the content types that a body may have. */
export const acceptedContent = (consumes: Contract['consumes']): string => {
  const types = [
    takesJson(consumes) && 'application/json',
    takesForm(consumes) && 'application/x-www-form-urlencoded',
    takesMultipart(consumes) && 'multipart/form-data',
  ];
  return `Send the body as ${types.filter(Boolean).join(' or ')}.`;
};

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const parseForm = (bytes: Uint8Array): unknown => Object.fromEntries(new URLSearchParams(textOf(bytes)));

/** The problems of a request without a body: its required files are missing. */
const missingFiles = (files: NonNullable<Contract['files']>): readonly Problem[] =>
  Object.entries(files).flatMap(([path, { required }]) => (required ? [{ path, message: 'Required' }] : []));

/** A body as it was sent: the value that its schema parses and, for multipart, its files. */
export type SentBody = Partial<Omit<MultipartBody, 'fields'>> & { readonly value: unknown };

/**
 * Reads the body of a request, for contracts that describe one. A request without a body is left to the schema, which
 * names the missing fields.
 *
 * @param multipart the parser of multipart, from an endpoint that consumes it.
 * @param isKeyed whether the request may be compared with another, for which a JSON body also needs a fingerprint.
 * @throws ApiError UNSUPPORTED_CONTENT_TYPE, MALFORMED_JSON, and whatever the multipart parser throws.
 */
export const readBody = async (
  { body, consumes, files = {} }: BodyContract,
  contentType: string,
  sent: Uint8Array,
  multipart: ParseMultipart | undefined,
  isKeyed: boolean,
): Promise<SentBody> => {
  if (!body) return { value: {} };
  if (sent.length === 0) return { value: {}, problems: takesJson(consumes) ? [] : missingFiles(files) };
  if (takesForm(consumes) && FORM_TYPE.test(contentType)) return { value: parseForm(sent) };
  if (takesJson(consumes) && JSON_TYPE.test(contentType)) {
    const value = parseJson(textOf(sent));
    return { value, ...(isKeyed && { fingerprint: valueFingerprint(value) }) };
  }
  if (multipart && takesMultipart(consumes) && MULTIPART_TYPE.test(contentType)) {
    const { fields, ...parsed } = await multipart(contentType, sent, files);
    return { value: fields, ...parsed };
  }
  throw new ApiError('UNSUPPORTED_CONTENT_TYPE', { sentence: acceptedContent(consumes) });
};
