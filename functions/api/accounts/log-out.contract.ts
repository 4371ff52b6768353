import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Ends a session. */
export const logOut = contract({
  name: 'log-out',
  group: 'accounts',
  method: 'POST',
  route: '/v1/logout',
  summary: 'Log out',
  description:
    'Ends the session, denies its access tokens at once and clears the three cookies. The session is the one of the ' +
    'access token, by Bearer or cookie; without one that works, the one of the refresh token, in the `refreshToken` ' +
    'cookie or the body. Where there is nothing left to end, the response is the same.',
  caller: 'public',
  body: object({
    refreshToken: v.optional(described(lookupText(4096), 'The refresh token, where there is no cookie.')),
  }),
  cookies: 'cleared',
  success: { 200: done },
  errors: ['CROSS_SITE_REQUEST', 'API_KEY_NOT_ALLOWED'],
  touches: {
    reads: ['accountSession', 'accountAccess', 'apiKey', 'apiKeyPairs', 'signingKeys'],
    writes: ['accountSession'],
  },
});
