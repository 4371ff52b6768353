import { emailSchema } from '#shared/auth/email-key';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { done } from './contract-parts.ts';

/** Mails a link for a new password to a verified address. */
export const forgotPassword = contract({
  name: 'forgot-password',
  group: 'accounts',
  method: 'POST',
  route: '/v1/forgot-password',
  summary: 'Request a new password',
  description:
    'The response is the same for every address. A link is mailed to a verified address, when none was mailed to it in ' +
    "the last minute and fewer than five in the last hour: a page of the stage's first web origin, " +
    '`/reset-password#token=...`, which sends the token to `POST /v1/reset-password`.',
  caller: 'public',
  limit: 'auth',
  body: object({ email: described(emailSchema, "The account's address.") }),
  success: { 200: done },
  touches: { uses: ['pepper', 'codes'] },
});
