import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { described } from '#shared/platform/described';
import { listedRegistrationBody } from '#shared/webhooks/registrations/shown-registration';

/** Lists the account's registrations. */
export const listWebhooks = contract({
  name: 'list-webhooks',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/webhooks',
  summary: 'List webhook registrations',
  description:
    'Lists the registrations in both environments, newest first. Deleted registrations are not listed. ' +
    'Signing secrets are masked. If you send `page` or `limit`, returns one page with `pagination` instead ' +
    'of the whole list.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(listedRegistrationBody), 'The registrations, newest first.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: { reads: ['registrations'] },
});
