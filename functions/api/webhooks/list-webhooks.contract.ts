import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { described } from '#shared/platform/described';
import { listedRegistrationBody } from './contract-parts.ts';

/** Lists the account's registrations. */
export const listWebhooks = contract({
  name: 'list-webhooks',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/webhooks',
  summary: 'List webhook registrations',
  description:
    'Of both environments, newest first; deleted ones are not listed. The whole list, or with `page` or `limit` one page ' +
    'of it and `pagination` beside it. Signing secrets are masked.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(listedRegistrationBody), 'The registrations.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: { reads: ['registrations'] },
});
