import * as v from 'valibot';
import { emailSchema } from '#shared/auth/email-address';
import { MAX_PASSWORD_LENGTH, passwordSchema } from '#shared/auth/passwords';
import { contract } from '#shared/http/contract';
import { saidMessage, succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { lookupText, text } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { MAX_EMAIL_LENGTH, normaliseEmail } from '#shared/platform/email-address';

const done = v.object({ success: succeeded, message: saidMessage });

const userId = described(v.string(), "The account's id (`usr_`).");

const doneForAccount = v.object({
  ...done.entries,
  data: component(v.object({ userId }), 'AccountReference', 'The account that it is about.'),
});

/** Optional words of a person about themselves; empty is the same as left out. */
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

/** Creates an account that waits for the code mailed to its address. */
export const signUp = contract({
  name: 'sign-up',
  group: 'accounts',
  method: 'POST',
  route: '/v1/signup',
  summary: 'Sign up',
  description:
    'Creates an account and mails a six-digit code to its address; no tokens are issued. Signing up again before the ' +
    'address is verified mails another code for the same `userId`: each code activates the password it was sent with, ' +
    'and takes nothing from the codes before it. An address is mailed five codes an hour in all; the sixth is 429.',
  caller: 'public',
  limit: 'auth',
  body: object({
    email: described(emailSchema, 'The address to log in with; a code is mailed to it.'),
    password: described(passwordSchema, 'At least 8 characters, and none of the common ones.'),
    firstName: described(optionalText(100), 'First name.'),
    lastName: described(optionalText(100), 'Last name.'),
    companyName: described(optionalText(200), 'Company.'),
    phone: described(optionalText(40), 'Telephone number.'),
  }),
  success: {
    201: v.object({
      ...done.entries,
      data: component(
        v.object({
          userId,
          requiresVerification: described(v.literal(true), 'The mailed code has to be entered first.'),
        }),
        'NewAccount',
        'The account that waits for its code.',
      ),
    }),
  },
  errors: ['EMAIL_TAKEN', 'TOO_MANY_CODES'],
  touches: { reads: ['signIn'], writes: ['signIn', 'account'], secrets: ['pepper'], queues: ['mails'] },
});

/** Makes an account usable by the code that was mailed to its address. */
export const verifyEmail = contract({
  name: 'verify-email',
  group: 'accounts',
  method: 'POST',
  route: '/v1/verify-email',
  summary: 'Verify an e-mail address',
  description:
    'Takes the mailed code together with the `userId` or the `email` of the sign-up. A code works once, for ten ' +
    'minutes, and has five tries, the last of which is kept for the network that asked for it. Log in afterwards: no ' +
    'tokens are issued.',
  caller: 'public',
  limit: 'auth',
  body: v.pipe(
    object({
      userId: v.optional(described(lookupText(100), 'The account that the sign-up answered.')),
      email: v.optional(described(emailSchema, 'Its address, where `userId` is not at hand.')),
      code: described(lookupText(100, { trim: true }), 'The mailed code: six digits.'),
    }),
    v.check(({ userId, email }) => userId !== undefined || email !== undefined, 'Send the userId or the email'),
  ),
  success: { 200: doneForAccount },
  errors: ['INVALID_CODE'],
  touches: {
    reads: ['account', 'signIn'],
    writes: ['account', 'accountAccess', 'signIn', 'wallet'],
    secrets: ['pepper'],
  },
});

/** Mails a new code, where one is waited for. */
export const resendVerification = contract({
  name: 'resend-verification',
  group: 'accounts',
  method: 'POST',
  route: '/v1/verify-email/resend',
  summary: 'Mail a new verification code',
  description:
    'Answers the same for every address. A new code is mailed to an address that waits for verification, when none was ' +
    'mailed in the last minute and fewer than five in the last hour. Where several sign-ups wait, it is for the first ' +
    'that was made from the network that asks, or else for the first of all. Earlier codes keep their ten minutes.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, 'The address that waits for its code.') }),
  success: { 200: done },
  touches: { secrets: ['pepper'], queues: ['mails'] },
});

/** Starts a session. */
export const logIn = contract({
  name: 'log-in',
  group: 'accounts',
  method: 'POST',
  route: '/v1/login',
  summary: 'Log in',
  description:
    'Sets the three cookies of a session; tokens never stand in the body. After ten wrong passwords within fifteen ' +
    'minutes an address is refused for the rest of them.',
  caller: 'public',
  limit: 'auth',
  body: object({
    // Any text may be tried: that it is no address is told no differently from a wrong one.
    email: described(v.pipe(lookupText(MAX_EMAIL_LENGTH), v.transform(normaliseEmail)), "The account's address."),
    password: described(text(MAX_PASSWORD_LENGTH), 'Its password.'),
  }),
  cookies: 'set',
  success: { 200: doneForAccount },
  errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'TOO_MANY_ATTEMPTS'],
  touches: {
    reads: ['signIn', 'signInFailures', 'accountAccess', 'signingKeys'],
    writes: ['signIn', 'signInFailures', 'signingKeys', 'accountSession'],
    secrets: ['signing', 'pepper'],
    queues: ['mails'],
  },
});

/** Goes on with a session. */
export const refreshTokens = contract({
  name: 'refresh-tokens',
  group: 'accounts',
  method: 'POST',
  route: '/v1/refresh-token',
  summary: 'Refresh the tokens of a session',
  description:
    'Takes the refresh token from the `refreshToken` cookie or, without that cookie, from the body. Sets a new access ' +
    'token and the next refresh token as cookies. For 30 seconds the token before is answered with the same ' +
    'successor; any older one ends the session.',
  caller: 'public',
  body: object({
    refreshToken: v.optional(described(lookupText(4096), 'The refresh token, where there is no cookie.')),
  }),
  cookies: 'renewed',
  success: { 200: done },
  errors: ['REFRESH_TOKEN_INVALID', 'REFRESH_TOKEN_REUSED', 'CROSS_SITE_REQUEST'],
  touches: {
    reads: ['accountSession', 'accountAccess', 'signingKeys'],
    writes: ['accountSession', 'signingKeys'],
    secrets: ['signing'],
  },
});

/** Ends a session. */
export const logOut = contract({
  name: 'log-out',
  group: 'accounts',
  method: 'POST',
  route: '/v1/logout',
  summary: 'Log out',
  description: 'Ends the session, denies its access tokens at once and clears the three cookies.',
  caller: 'account',
  cookies: 'cleared',
  success: { 200: done },
  touches: { writes: ['accountSession'] },
});

/** Tells who is signed in. */
export const readMe = contract({
  name: 'read-me',
  group: 'accounts',
  method: 'GET',
  route: '/v1/me',
  summary: 'Read the signed-in account',
  description: 'What was given at sign-up; what was not is null.',
  caller: 'account',
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          userId,
          email: described(v.string(), 'The address that it logs in with.', { format: 'email' }),
          firstName: described(v.nullable(v.string()), 'First name.'),
          lastName: described(v.nullable(v.string()), 'Last name.'),
          companyName: described(v.nullable(v.string()), 'Company.'),
          phone: described(v.nullable(v.string()), 'Telephone number.'),
          createdAt: described(v.string(), 'When it signed up.', DATE_TIME),
        }),
        'Account',
        'An account.',
      ),
    }),
  },
  errors: ['ACCOUNT_NOT_FOUND'],
  touches: { reads: ['account'] },
});

/** Accounts and their sessions. */
export const accountsContracts = [
  signUp,
  verifyEmail,
  resendVerification,
  logIn,
  refreshTokens,
  logOut,
  readMe,
] as const;
