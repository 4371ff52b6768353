import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { publishableKey } from './contract-parts.ts';

/** Lists the account's API keys that work. */
export const listApiKeys = contract({
  name: 'list-api-keys',
  group: 'api-keys',
  method: 'GET',
  route: '/v1/developers/api-keys',
  summary: 'List API keys',
  description:
    'The pairs that work, of both environments, newest first. The whole list, or with `page` or `limit` one page of it and ' +
    '`pagination` beside it. Secret keys are masked.',
  caller: 'session',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(
        v.array(
          component(
            v.object({
              id: described(v.string(), 'Its id (`key_`).'),
              environment: environmentSchema,
              publishableKey,
              secretKeyMasked: described(v.string(), 'The secret key, masked but for the last four characters.'),
              createdAt: described(v.string(), 'When it was made.', DATE_TIME),
              expiresAt: described(
                v.nullable(v.string()),
                'When it stops working, once it was replaced with an overlap; else null.',
                DATE_TIME,
              ),
              lastUsedAt: described(
                v.nullable(v.string()),
                'The beginning of the hour in which the secret key was last used; null when it never was.',
                DATE_TIME,
              ),
            }),
            'ApiKey',
            'A pair of API keys.',
          ),
        ),
        'The pairs.',
      ),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: { reads: ['apiKeyPairs', 'apiKeyUses'] },
});
