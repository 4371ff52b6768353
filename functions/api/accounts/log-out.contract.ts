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
    'Ends the session, revokes its access tokens at once and clears the three cookies. The session is ' +
    'identified by the access token (Bearer or cookie) or, without a valid access token, by the refresh ' +
    'token (cookie or body). The response is the same if there is no session to end.',
  caller: 'public',
  body: object({
    refreshToken: v.optional(described(lookupText(4096), 'The refresh token, if it is not sent as a cookie.')),
  }),
  cookies: 'cleared',
  success: { 200: done },
  errors: ['CROSS_SITE_REQUEST', 'API_KEY_NOT_ALLOWED'],
  touches: {
    reads: ['accountSession', 'accountAccess', 'apiKey', 'apiKeyPairs', 'signingKeys'],
    writes: ['accountSession'],
  },
});
