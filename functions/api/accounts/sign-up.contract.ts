import * as v from 'valibot';
import { emailSchema } from '#shared/auth/accounts/email-key';
import { passwordSchema } from '#shared/auth/passwords/passwords';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { text } from '#shared/http/schemas/texts';
import { component, described } from '#shared/platform/described';
import { done, userId } from './contract-parts.ts';

/** Optional text about the person; an empty one counts as left out. */
const optionalText = /* @__NO_SIDE_EFFECTS__ */ (maxLength: number) =>
  v.optional(
    v.nullable(
      v.pipe(
        text(maxLength, { trim: true }),
        v.transform((value) => value || null),
      ),
    ),
    null,
  );

/** Creates an account with a pending code, mailed to its address. */
export const signUp = contract({
  name: 'sign-up',
  group: 'accounts',
  method: 'POST',
  route: '/v1/signup',
  summary: 'Sign up',
  description:
    'Creates an account and emails a six-digit code to its address. No tokens are issued. Signing up again ' +
    'before the address is verified emails another code for the same `userId`. Each code activates the ' +
    'password that was sent with it, and earlier codes stay valid. At most five codes an hour are emailed to ' +
    'an address; a sixth request is a 429.',
  caller: 'public',
  limit: 'auth',
  body: object({
    email: described(emailSchema, 'The email address to log in with. The verification code is sent to it.'),
    password: described(passwordSchema, 'The password. At least 8 characters, and not a common password.'),
    firstName: described(optionalText(100), 'The first name of the account holder.'),
    lastName: described(optionalText(100), 'The last name of the account holder.'),
    companyName: described(optionalText(200), 'The name of the company.'),
    phone: described(optionalText(40), 'The phone number of the account holder.'),
  }),
  success: {
    201: v.object({
      ...done.entries,
      data: component(
        v.object({
          userId,
          requiresVerification: described(v.literal(true), 'Always true: the emailed code has to be entered first.'),
        }),
        'NewAccount',
        'The account whose email address has to be verified.',
      ),
    }),
  },
  errors: ['EMAIL_TAKEN', 'TOO_MANY_CODES'],
  touches: { reads: ['signIn'], writes: ['signIn', 'account'], uses: ['pepper', 'codes'] },
});
