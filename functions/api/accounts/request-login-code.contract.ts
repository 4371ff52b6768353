import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Mails a login code to a verified address. */
export const requestLoginCode = contract({
  name: 'request-login-code',
  group: 'accounts',
  method: 'POST',
  route: '/v1/login/otp/request',
  summary: 'Email a login code',
  description:
    'Emails a login code to a verified address. At most one code a minute and five an hour are emailed to an ' +
    'address. Earlier codes stay valid for their ten minutes. The response is the same for every address.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, 'The email address of the account.') }),
  success: { 200: done },
  touches: { uses: ['pepper', 'codes'] },
});
