import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Mails a new code, where one is pending. */
export const resendVerification = contract({
  name: 'resend-verification',
  group: 'accounts',
  method: 'POST',
  route: '/v1/verify-email/resend',
  summary: 'Mail a new verification code',
  description:
    'Mails a new code to an address with a pending sign-up. At most one code a minute and five an hour are ' +
    'mailed to an address. If several sign-ups are pending, the code is for the first one from the ' +
    'requesting network, or else for the first of all. Earlier codes stay valid for their ten minutes. The ' +
    'response is the same for every address.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, 'The address with the pending sign-up.') }),
  success: { 200: done },
  touches: { uses: ['pepper', 'codes'] },
});
