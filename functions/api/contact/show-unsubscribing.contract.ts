import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { unsubscribeQuery } from './contract-parts.ts';

/** Shows what an unsubscribe link ends. */
export const showUnsubscribing = contract({
  name: 'show-unsubscribing',
  group: 'contact',
  method: 'GET',
  route: '/v1/mails/unsubscribe',
  summary: "Show what a mail's link ends",
  description: 'The link at the foot of a mail that its reader can end. Opening it changes nothing.',
  caller: 'public',
  query: unsubscribeQuery,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['INVALID_TOKEN'],
  touches: { reads: ['unsubscription'], uses: ['pepper'] },
  documented: false,
});
