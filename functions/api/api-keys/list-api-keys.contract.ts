import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { publishableKey } from './contract-parts.ts';

/** Lists the account's active API keys. */
export const listApiKeys = contract({
  name: 'list-api-keys',
  group: 'api-keys',
  method: 'GET',
  route: '/v1/developers/api-keys',
  summary: 'List API keys',
  description:
    'Lists the active pairs of keys in both environments, newest first. Secret keys are masked. If you send ' +
    '`page` or `limit`, returns one page with `pagination` instead of the whole list.',
  caller: 'session',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(
        v.array(
          component(
            v.object({
              id: described(v.string(), 'The id of the pair (`key_`).'),
              environment: environmentSchema,
              publishableKey,
              secretKeyMasked: described(v.string(), 'The secret key, masked except for its last four characters.'),
              createdAt: described(v.string(), 'When the pair was created.', DATE_TIME),
              expiresAt: described(
                v.nullable(v.string()),
                'When the pair stops working. Null unless the pair was replaced with an overlap.',
                DATE_TIME,
              ),
              lastUsedAt: described(
                v.nullable(v.string()),
                'The start of the hour in which the secret key was last used. Null if it was never used.',
                DATE_TIME,
              ),
            }),
            'ApiKey',
            'A pair of API keys.',
          ),
        ),
        'The active pairs of API keys, newest first.',
      ),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: { reads: ['apiKeyPairs', 'apiKeyUses'] },
});
