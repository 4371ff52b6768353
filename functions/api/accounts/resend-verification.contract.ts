import { emailSchema } from '#shared/auth/email-key';
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
    'The response is the same for every address. A new code is mailed to an address with a pending sign-up, when none was ' +
    'mailed in the last minute and fewer than five in the last hour. Where several sign-ups wait, it is for the first ' +
    'one made from the requesting network, or else for the first of all. Earlier codes stay valid for their ten minutes.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, 'The address with the pending sign-up.') }),
  success: { 200: done },
  touches: { uses: ['pepper', 'codes'] },
});
