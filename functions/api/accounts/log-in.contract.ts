import * as v from 'valibot';
import { MAX_PASSWORD_LENGTH } from '#shared/auth/passwords/passwords';
import { contract } from '#shared/http/contract';
import type { ErrorRow } from '#shared/http/error-rows';
import { object } from '#shared/http/schemas/containers';
import { lookupText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { MAX_EMAIL_LENGTH, normaliseEmail } from '#shared/platform/email-address';
import { doneForAccount, userId } from './contract-parts.ts';

/** The password is right but the address is not verified: a new code was mailed (interface: Authentication, 7). */
const NOT_VERIFIED_ROW: ErrorRow = {
  name: 'EmailNotVerifiedError',
  keys: { success: 'false', error: 'code', message: 'sentence', data: 'data' },
  data: {
    schema: described(
      v.object({
        requiresVerification: described(v.literal(true), 'Always true: the emailed code has to be entered first.'),
        userId,
      }),
      'The account whose email address has to be verified.',
    ),
    example: { requiresVerification: true, userId: 'usr_01KAJ3W8Q0V6XK4T8E2Z9C5R7M' },
  },
};

/** Starts a session. */
export const logIn = contract({
  name: 'log-in',
  group: 'accounts',
  method: 'POST',
  route: '/v1/login',
  summary: 'Log in',
  description:
    'Logs in and sets the three session cookies. Tokens are never in the body. After ten wrong passwords ' +
    'within fifteen minutes, login with this address is blocked until the fifteen minutes are over.',
  caller: 'public',
  limit: 'auth',
  body: object({
    // Any text is accepted: an invalid address gets the same response as a wrong one.
    email: described(
      v.pipe(lookupText(MAX_EMAIL_LENGTH), v.transform(normaliseEmail)),
      'The email address of the account.',
    ),
    password: described(text(MAX_PASSWORD_LENGTH), 'The password of the account.'),
  }),
  cookies: 'set',
  success: { 200: doneForAccount },
  errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'TOO_MANY_ATTEMPTS'],
  errorRows: { 403: NOT_VERIFIED_ROW },
  touches: {
    reads: ['signIn', 'signInFailures', 'accountAccess', 'signingKeys'],
    writes: ['signIn', 'signInFailures', 'signingKeys', 'accountSession'],
    uses: ['signing', 'pepper', 'codes'],
  },
});
