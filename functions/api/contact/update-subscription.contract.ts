import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { UNSUBSCRIBE_FORM } from '#shared/mails/unsubscribe-page';
import { described } from '#shared/platform/described';
import { unsubscribeQuery } from './contract-parts.ts';

/** Unsubscribes an address from a kind of mail, or subscribes it again. */
export const updateSubscription = contract({
  name: 'update-subscription',
  group: 'contact',
  method: 'POST',
  route: '/v1/mails/unsubscribe',
  summary: 'End the mails of a kind',
  description:
    'What a mail program sends when its reader presses its button to unsubscribe (RFC 8058), and the form of the page. What ' +
    'has ended stays so, whatever is sent again.',
  caller: 'public',
  query: unsubscribeQuery,
  consumes: 'form-or-multipart',
  maxBodyBytes: 10_000,
  body: object({
    [UNSUBSCRIBE_FORM.field]: described(
      v.picklist([UNSUBSCRIBE_FORM.end, UNSUBSCRIBE_FORM.begin]),
      'Whether the mails end, or are sent again.',
    ),
  }),
  produces: 'html',
  success: { 200: v.string() },
  errors: ['INVALID_TOKEN'],
  touches: { writes: ['unsubscription'], uses: ['pepper'] },
  documented: false,
});
