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
    'of a session, and creates the account where its address is new. The address has to be verified at Google. An ' +
    'account that exists is the same one, and keeps its password. A sign-up that still waits for its code becomes the ' +
    'account, without its password.',
  caller: 'public',
  limit: 'auth',
  body: object({
    // Any text may be tried: what is no token is refused as one that does not hold.
    idToken: described(lookupText(MAX_ID_TOKEN_LENGTH, { trim: true }), "Google's ID token: a JWT."),
  }),
  cookies: 'set',
  success: { 200: doneForAccount },
  errors: ['INVALID_ID_TOKEN', 'SOURCE_UNAVAILABLE'],
  touches: {
    reads: ['accountAccess', 'signIn', 'signingKeys'],
    writes: ['account', 'accountAccess', 'accountSession', 'signIn', 'signingKeys', 'wallet'],
    uses: ['google', 'signing'],
  },
});
