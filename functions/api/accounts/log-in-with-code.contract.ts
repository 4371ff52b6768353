import { emailSchema } from '#shared/auth/email-key';
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
    'Responds as `POST /v1/login` and sets the same three cookies. A code works once, for ten minutes, and has five ' +
    'tries in all, from wherever they come; using it invalidates the other log-in codes ' +
    'of the address. A code that was mailed to verify an address is refused here.',
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
