import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { doneForAccount } from './contract-parts.ts';

/** Starts a session with a mailed code. */
export const logInWithCode = contract({
  name: 'log-in-with-code',
  group: 'accounts',
  method: 'POST',
  route: '/v1/login/otp',
  summary: 'Log in with an emailed code',
  description:
    'Logs in and sets the same three cookies as `POST /v1/login`. A code works once, for ten minutes, and ' +
    'allows five tries in all, from any network. Using it invalidates all other login codes of the address. ' +
    'Codes that verify an email address are not accepted.',
  caller: 'public',
  limit: 'auth',
  body: object({
    email: described(emailSchema, 'The email address that the code was sent to.'),
    code: described(lookupText(100, { trim: true }), 'The six-digit code from the email.'),
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
