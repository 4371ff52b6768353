import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { doneForAccount } from './contract-parts.ts';

/** Starts a session by a code that was mailed for it. */
export const logInWithCode = contract({
  name: 'log-in-with-code',
  group: 'accounts',
  method: 'POST',
  route: '/v1/login/otp',
  summary: 'Log in with a mailed code',
  description:
    'Sets the same three cookies as `POST /v1/login`. A code works once, for ten minutes, and allows five ' +
    'tries in all, from any network. Using it invalidates the other log-in codes of the address. Codes that ' +
    'verify an address are refused.',
  caller: 'public',
  limit: 'auth',
  body: object({
    email: described(emailSchema, 'The address that the code was mailed to.'),
    code: described(lookupText(100, { trim: true }), 'The mailed code: six digits.'),
  }),
  cookies: 'set',
  success: { 200: doneForAccount },
  errors: ['INVALID_CODE'],
  touches: {
    reads: ['signIn', 'mailedCodes', 'accountAccess', 'signingKeys'],
    writes: ['mailedCodes', 'signingKeys', 'accountSession'],
    uses: ['signing', 'pepper'],
  },
});
