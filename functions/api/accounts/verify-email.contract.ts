import * as v from 'valibot';
import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { doneForAccount } from './contract-parts.ts';

const isWrong = (issues: readonly v.BaseIssue<unknown>[] | undefined, fields: readonly string[]): boolean =>
  (issues ?? []).some(({ path }) => fields.includes(String(path?.[0]?.key)));

/** Activates an account with the code that was mailed to its address. */
export const verifyEmail = contract({
  name: 'verify-email',
  group: 'accounts',
  method: 'POST',
  route: '/v1/verify-email',
  summary: 'Verify an email address',
  description:
    'Verifies an email address with the emailed code and the `userId` or `email` of the sign-up. A code ' +
    'works once, for ten minutes, and allows five tries in all, from any network. No tokens are issued: log ' +
    'in afterwards.',
  caller: 'public',
  limit: 'auth',
  body: v.pipe(
    object({
      userId: v.optional(described(lookupText(100), 'The account id returned by the sign-up.')),
      email: v.optional(described(emailSchema, 'The email address of the sign-up, as an alternative to `userId`.')),
      code: described(lookupText(100, { trim: true }), 'The six-digit code from the email.'),
    }),
    // Unlike `v.check`, this also runs when fields have problems.
    v.rawCheck(({ dataset, addIssue }) => {
      const { userId, email } = (dataset.value ?? {}) as { userId?: unknown; email?: unknown };
      const isObject = dataset.typed || dataset.issues.every(({ path }) => path !== undefined);
      const isNamed = [userId, email].some((one) => one !== undefined) || isWrong(dataset.issues, ['userId', 'email']);
      if (isObject && !isNamed) addIssue({ message: 'Either userId or email is required' });
    }),
  ),
  success: { 200: doneForAccount },
  errors: ['INVALID_CODE'],
  touches: {
    reads: ['account', 'signIn'],
    writes: ['account', 'accountAccess', 'signIn', 'wallet'],
    uses: ['pepper'],
  },
});
