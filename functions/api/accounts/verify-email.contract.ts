import * as v from 'valibot';
import { emailSchema } from '#shared/auth/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { doneForAccount } from './contract-parts.ts';

/** Activates an account by the code that was mailed to its address. */
export const verifyEmail = contract({
  name: 'verify-email',
  group: 'accounts',
  method: 'POST',
  route: '/v1/verify-email',
  summary: 'Verify an e-mail address',
  description:
    'Takes the mailed code together with the `userId` or the `email` of the sign-up. A code works once, for ten ' +
    'minutes, and has five tries in all, from wherever they come. Log in afterwards: no ' +
    'tokens are issued.',
  caller: 'public',
  limit: 'auth',
  body: v.pipe(
    object({
      userId: v.optional(described(lookupText(100), 'The account id that the sign-up returned.')),
      email: v.optional(described(emailSchema, 'Its address, as an alternative to `userId`.')),
      code: described(lookupText(100, { trim: true }), 'The mailed code: six digits.'),
    }),
    v.check(({ userId, email }) => userId !== undefined || email !== undefined, 'Send the userId or the email'),
  ),
  success: { 200: doneForAccount },
  errors: ['INVALID_CODE'],
  touches: {
    reads: ['account', 'signIn'],
    writes: ['account', 'accountAccess', 'signIn', 'wallet'],
    uses: ['pepper'],
  },
});
