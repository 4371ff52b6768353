import { ApiError } from '#shared/errors/api-error';
import type { RequestMeta } from '#shared/http/request';

const PUBLISHABLE_KEY = /^(?:test|live)_pk_/;

/** The refusal of a text that is no credential. It says so if the text is a publishable key. */
export const malformedCredential = (text: string): ApiError =>
  new ApiError('UNAUTHENTICATED', {
    failedCredential: 'malformed',
    ...(PUBLISHABLE_KEY.test(text) && {
      sentence: 'This is a publishable key, which authorises nothing. Send your secret key (test_sk_ or live_sk_).',
    }),
  });

const sentenceFor = ({ headers }: Pick<RequestMeta, 'headers'>): string => {
  if (headers['authorization'] !== undefined)
    return 'The Authorization header must be `Bearer `, followed by an access token or a secret key.';
  if (headers['x-api-key'] !== undefined)
    return 'Send your secret key as `Authorization: Bearer <key>`. X-Api-Key is not read.';
  return 'Authentication is required. Send `Authorization: Bearer <access token or secret key>`.';
};

/**
 * The refusal of a request without a credential. What came instead decides what it advises. It reveals nothing of any
 * account.
 */
export const missingCredential = (meta: Pick<RequestMeta, 'headers'>): ApiError =>
  new ApiError('UNAUTHENTICATED', { sentence: sentenceFor(meta) });
