import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Mails a link for setting a new password to a verified address. */
export const forgotPassword = contract({
  name: 'forgot-password',
  group: 'accounts',
  method: 'POST',
  route: '/v1/forgot-password',
  summary: 'Request a password reset',
  description:
    'Emails a password reset link to a verified address. The link opens `/reset-password#token=...` on the ' +
    "stage's first web origin, and that page sends the token to `POST /v1/reset-password`. At most one link " +
    'a minute and five an hour are emailed to an address. The response is the same for every address.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, 'The email address of the account.') }),
  success: { 200: done },
  touches: { uses: ['pepper', 'codes'] },
});
