import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { registrationPath } from '#shared/webhooks/registrations/shown-registration';
import { signingSecret } from './contract-parts.ts';

/** Replaces the signing secret of a registration. */
export const rotateWebhookSecret = contract({
  name: 'rotate-webhook-secret',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks/{id}/rotate-secret',
  summary: 'Rotate a signing secret',
  description:
    'Replaces the signing secret. Without `overlapSeconds`, the old secret stops signing at once: every ' +
    'later attempt, including retries of earlier deliveries, is signed only with the new secret. With it, ' +
    'attempts carry the signatures of both secrets for that long, so that you can switch at any time. Only ' +
    'this response shows the new secret in full.',
  caller: 'account',
  path: registrationPath,
  body: object({
    overlapSeconds: v.optional(
      described(
        wholeNumberBetween(0, 86_400),
        'The number of seconds for which the replaced secret keeps signing attempts alongside the new one. If ' +
          'earlier secrets are still signing, the one replaced first keeps signing until its own overlap ends, so ' +
          'repeating the call never cuts off the secret that receivers use.',
      ),
      0,
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          id: described(v.string(), 'The id of the registration (`whk_`).'),
          signingSecret,
          rotatedAt: described(v.string(), 'When the new secret took effect.', DATE_TIME),
        }),
        'RotatedSigningSecret',
        'The new signing secret of a registration.',
      ),
    }),
  },
  errors: ['WEBHOOK_NOT_FOUND'],
  idempotent: 'commit',
  secretFields: ['data.signingSecret'],
  touches: { reads: ['registrations'], writes: ['registrations'], uses: ['vault'] },
});
