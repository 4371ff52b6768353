import { passwordSchema } from '#shared/auth/passwords/passwords';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Sets a new password with a mailed token. */
export const resetPassword = contract({
  name: 'reset-password',
  group: 'accounts',
  method: 'POST',
  route: '/v1/reset-password',
  summary: 'Set a new password',
  description:
    'Sets a new password with the token from an emailed link. A link works once, for 30 minutes, and only ' +
    'until another link is used. The new password ends every session of the account, including one that ' +
    'starts at the same moment. It also invalidates the login codes of the account and lifts the block after ' +
    'wrong passwords. API keys keep working. The owner is notified by email.',
  caller: 'public',
  limit: 'auth',
  body: object({
    token: described(lookupText(100, { trim: true }), 'The token from the emailed link.'),
    password: described(passwordSchema, 'The password. At least 8 characters, and not a common password.'),
  }),
  success: { 200: done },
  errors: ['INVALID_TOKEN'],
  touches: {
    reads: ['resetToken'],
    writes: ['accountAccess', 'resetToken', 'signIn', 'signInFailures'],
    uses: ['pepper', 'codes'],
  },
});
