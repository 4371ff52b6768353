import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { registrationPath, signingSecret } from './contract-parts.ts';

/** Gives a registration another signing secret. */
export const rotateWebhookSecret = contract({
  name: 'rotate-webhook-secret',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks/{id}/rotate-secret',
  summary: 'Rotate a signing secret',
  description:
    'Without `overlapSeconds` the old secret stops verifying at once: every later attempt, also of deliveries that are ' +
    'being retried, is signed with the new one. With it, attempts carry the signatures of both for that long, so that a ' +
    'receiver may change over at any time. Only this response holds the new secret in full.',
  caller: 'account',
  path: registrationPath,
  body: object({
    overlapSeconds: v.optional(
      described(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400)),
        'For how many seconds attempts are signed with the replaced secret as well. Of earlier ones that still sign, the ' +
          'one that was replaced first goes on to the end of its own overlap: a repeated call never cuts off what ' +
          'receivers use.',
      ),
      0,
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          id: described(v.string(), 'The registration (`whk_`).'),
          signingSecret,
          rotatedAt: described(v.string(), 'When it took effect.', DATE_TIME),
        }),
        'RotatedSigningSecret',
        'The new secret of a registration.',
      ),
    }),
  },
  errors: ['WEBHOOK_NOT_FOUND'],
  idempotent: 'commit',
  secretFields: ['data.signingSecret'],
  touches: { reads: ['registrations'], writes: ['registrations'], uses: ['vault'] },
});
