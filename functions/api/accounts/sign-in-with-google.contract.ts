import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { MAX_ID_TOKEN_LENGTH } from '#shared/sources/id-token';
import { doneForAccount } from './contract-parts.ts';

/** Starts a session for the owner of an address that Google vouches for. */
export const signInWithGoogle = contract({
  name: 'sign-in-with-google',
  group: 'accounts',
  method: 'POST',
  route: '/v1/auth/google',
  summary: 'Sign in with Google',
  description:
    'Takes the ID token that Google gave to your page (`credential` of Google Identity Services), sets the three cookies ' +
    'of a session, and creates the account where its address is new. The address has to be verified at Google. A sign-up ' +
    'that still waits for its code becomes the account, without its password. From then on the Google account signs in to ' +
    'this account, whatever address it has, and no other Google account does. An account that exists keeps its password. ' +
    'Where Google does not host its address, or another Google account is linked, the response has no cookies and a log-in ' +
    'code is mailed: send it with the same token as `code`. A token signs in once.',
  caller: 'public',
  limit: 'auth',
  body: object({
    // Any text may be tried: what is no token is refused as one that does not hold.
    idToken: described(lookupText(MAX_ID_TOKEN_LENGTH, { trim: true }), "Google's ID token: a JWT."),
    code: v.optional(
      described(lookupText(100, { trim: true }), 'The mailed log-in code, where the response before had no cookies.'),
    ),
  }),
  cookies: 'set',
  success: { 200: doneForAccount },
  errors: ['INVALID_CODE', 'INVALID_ID_TOKEN', 'SOURCE_UNAVAILABLE'],
  touches: {
    reads: ['accountAccess', 'googleLink', 'mailedCodes', 'signIn', 'signingKeys'],
    writes: [
      'account',
      'accountAccess',
      'accountSession',
      'googleLink',
      'googleToken',
      'mailedCodes',
      'signIn',
      'signingKeys',
      'wallet',
    ],
    uses: ['codes', 'google', 'pepper', 'signing'],
  },
});
