import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { publishableKey } from './contract-parts.ts';

/** Creates the first pair of API keys of an environment, or replaces the current one. */
export const rotateApiKeys = contract({
  name: 'rotate-api-keys',
  group: 'api-keys',
  method: 'POST',
  route: '/v1/developers/api-keys/rotate',
  summary: 'Rotate API keys',
  description:
    'Creates a pair of keys for one environment, including the first pair. Only this response shows ' +
    '`secretKey` in full: keep it on your server. The previous pair stops working at once, or after ' +
    '`expiresInHours`. If you rotate again during such an overlap, every earlier pair stops working at once, ' +
    'whatever you send in `expiresInHours`.',
  caller: 'session',
  limit: 'apiKeyRotation',
  body: object({
    environment: environmentSchema,
    expiresInHours: v.optional(
      described(wholeNumberBetween(0, 168), 'The number of hours for which the previous pair keeps working.'),
      0,
    ),
  }),
  success: {
    201: v.object({
      success: succeeded,
      data: component(
        v.object({
          environment: environmentSchema,
          publishableKey,
          secretKey: described(
            v.string(),
            'The secret key, which authorises requests for the account (`test_sk_` or `live_sk_`). Shown only in ' +
              'this response.',
          ),
          createdAt: described(v.string(), 'When the pair was created.', DATE_TIME),
        }),
        'CreatedApiKey',
        'A new pair of API keys, with its secret key.',
      ),
    }),
  },
  idempotent: 'commit',
  secretFields: ['data.secretKey'],
  touches: { reads: ['apiKeyPairs'], writes: ['apiKey', 'apiKeyPairs', 'apiKeyUses'] },
});
