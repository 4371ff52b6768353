import * as v from 'valibot';
import { emailSchema } from '#shared/auth/email-address';
import { MAX_PASSWORD_LENGTH, passwordSchema } from '#shared/auth/passwords';
import { object } from '#shared/http/containers';
import { contract } from '#shared/http/contract';
import { lookupText, text } from '#shared/http/texts';
import { MAX_EMAIL_LENGTH, normaliseEmail } from '#shared/platform/email-address';

const done = v.object({ success: v.literal(true), message: v.string() });
const doneForAccount = v.object({ ...done.entries, data: v.object({ userId: v.string() }) });

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
    email: emailSchema,
    password: passwordSchema,
    firstName: optionalText(100),
    lastName: optionalText(100),
    companyName: optionalText(200),
    phone: optionalText(40),
  }),
  success: {
    201: v.object({
      ...done.entries,
      data: v.object({ userId: v.string(), requiresVerification: v.literal(true) }),
    }),
  },
  errors: ['EMAIL_TAKEN', 'TOO_MANY_CODES', 'MAIL_UNAVAILABLE'],
  touches: { reads: ['signIn'], writes: ['signIn', 'account'], secrets: ['pepper'], mail: true },
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
      userId: v.optional(lookupText(100)),
      email: v.optional(emailSchema),
      code: lookupText(100, { trim: true }),
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
  body: object({ email: emailSchema }),
  success: { 200: done },
  touches: { reads: ['signIn'], writes: ['signIn'], secrets: ['pepper'], mail: true },
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
    email: v.pipe(lookupText(MAX_EMAIL_LENGTH), v.transform(normaliseEmail)),
    password: text(MAX_PASSWORD_LENGTH),
  }),
  success: { 200: doneForAccount },
  errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'TOO_MANY_ATTEMPTS'],
  touches: {
    reads: ['signIn', 'signInFailures', 'accountAccess', 'signingKeys'],
    writes: ['signIn', 'signInFailures', 'signingKeys', 'accountSession'],
    secrets: ['signing', 'pepper'],
    mail: true,
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
  body: object({ refreshToken: v.optional(lookupText(4096)) }),
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
  caller: 'account',
  success: {
    200: v.object({
      success: v.literal(true),
      data: v.object({
        userId: v.string(),
        email: v.string(),
        firstName: v.nullable(v.string()),
        lastName: v.nullable(v.string()),
        companyName: v.nullable(v.string()),
        phone: v.nullable(v.string()),
        createdAt: v.string(),
      }),
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
