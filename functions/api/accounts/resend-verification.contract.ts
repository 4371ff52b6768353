import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Mails a new code, if one is pending. */
export const resendVerification = contract({
  name: 'resend-verification',
  group: 'accounts',
  method: 'POST',
  route: '/v1/verify-email/resend',
  summary: 'Email a new verification code',
  description:
    'Emails a new code to an address with a pending sign-up. At most one code a minute and five an hour are ' +
    'emailed to an address. If several sign-ups are pending, the code is for the first one from the network ' +
    'of the request, or else for the first one of all. Earlier codes stay valid for their ten minutes. The ' +
    'response is the same for every address.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, 'The email address with the pending sign-up.') }),
  success: { 200: done },
  touches: { uses: ['pepper', 'codes'] },
});
