import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Continues a session. */
export const refreshTokens = contract({
  name: 'refresh-tokens',
  group: 'accounts',
  method: 'POST',
  route: '/v1/refresh-token',
  summary: 'Refresh the tokens of a session',
  description:
    'Sets a new access token and the next refresh token as cookies. The refresh token is read from the ' +
    '`refreshToken` cookie, or from the body if there is no cookie. For 30 seconds after it is replaced, a ' +
    'refresh token returns the same successor. Any older token ends the session.',
  caller: 'public',
  body: object({
    refreshToken: v.optional(described(lookupText(4096), 'The refresh token. Required if it is not sent as a cookie.')),
  }),
  cookies: 'renewed',
  success: { 200: done },
  errors: ['REFRESH_TOKEN_INVALID', 'REFRESH_TOKEN_REUSED', 'CROSS_SITE_REQUEST'],
  touches: {
    reads: ['accountSession', 'accountAccess', 'signingKeys'],
    writes: ['accountSession', 'signingKeys'],
    uses: ['signing'],
  },
});
