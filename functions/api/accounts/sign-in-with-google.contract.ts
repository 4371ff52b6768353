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
    'Signs in with the ID token that Google gives your page (`credential` in Google Identity Services), and ' +
    'sets the three session cookies. The email address must be verified at Google. For a new address, an ' +
    'account is created. A pending sign-up becomes the account, without its password. An existing account ' +
    'keeps its password. From then on, only this Google account signs in to the account, even if its email ' +
    'address changes. If Google does not host the address, or another Google account is already linked, the ' +
    'response sets no cookies and a login code is emailed: send that code as `code` with the same token. ' +
    'Each token signs in once.',
  caller: 'public',
  limit: 'auth',
  body: object({
    // Any text is accepted: one that is not a token is refused like an invalid token.
    idToken: described(lookupText(MAX_ID_TOKEN_LENGTH, { trim: true }), 'The ID token from Google, a JWT.'),
    code: v.optional(
      described(
        lookupText(100, { trim: true }),
        'The emailed login code. Send it if the previous response set no cookies.',
      ),
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
