import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of accounts. E-mail addresses are in keys only as hashes. */
export const authKeys = {
  account: (accountId: string): Key => ({ pk: join('ACC', accountId), sk: 'ACCOUNT' }),
  signIn: (emailKey: string): Key => ({ pk: join('EMAIL', emailKey), sk: 'SIGNIN' }),
  signInFailures: (emailKey: string): Key => ({ pk: join('FAILURES', emailKey), sk: 'FAILURES' }),
  loginCodes: (emailKey: string): Key => ({ pk: join('CODES', emailKey), sk: 'LOGIN' }),
  resetMails: (emailKey: string): Key => ({ pk: join('CODES', emailKey), sk: 'RESETS' }),
  resetToken: (tokenHash: string): Key => ({ pk: join('RESET', tokenHash), sk: 'RESET' }),
  googleLink: (googleKey: string): Key => ({ pk: join('GOOGLE', googleKey), sk: 'GOOGLE' }),
  googleToken: (tokenId: string): Key => ({ pk: join('GOOGLETOKEN', tokenId), sk: 'TOKEN' }),
} as const;

/** The access patterns. */
export const AUTH_FAMILIES = {
  account: { partition: () => authKeys.account('{usr}').pk, patterns: { ACCOUNT: 'account by id' } },
  signIn: {
    partition: () => authKeys.signIn('{hash}').pk,
    patterns: { SIGNIN: 'sign-in record by e-mail address (hashed)' },
  },
  signInFailures: {
    partition: () => authKeys.signInFailures('{hash}').pk,
    patterns: { FAILURES: 'failed sign-ins of an e-mail address' },
  },
  mailedCodes: {
    partition: () => authKeys.loginCodes('{hash}').pk,
    patterns: {
      LOGIN: 'login codes that were mailed to an e-mail address',
      RESETS: 'how many links for a new password were mailed to an e-mail address',
    },
  },
  resetToken: {
    partition: () => authKeys.resetToken('{hash}').pk,
    patterns: { RESET: 'account and sessions that a link for a new password is for, by the hash of its token' },
  },
  googleLink: {
    partition: () => authKeys.googleLink('{hash}').pk,
    patterns: { GOOGLE: 'address of the account that a Google account is linked to, by its id (hashed)' },
  },
  googleToken: {
    partition: () => authKeys.googleToken('{hash}').pk,
    patterns: { TOKEN: "use of an ID token of Google's, by its hash" },
  },
} as const satisfies Families;
