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
    'Reads the refresh token from the `refreshToken` cookie or, without that cookie, from the body. Sets a new access ' +
    'token and the next refresh token as cookies. For 30 seconds the previous token gets the same ' +
    'successor; any older one ends the session.',
  caller: 'public',
  body: object({
    refreshToken: v.optional(described(lookupText(4096), 'The refresh token, where there is no cookie.')),
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
