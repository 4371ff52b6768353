import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
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
    'The old secret stops verifying at once: every later attempt, also of deliveries that are being retried, is ' +
    'signed with the new one. Only this response holds it in full.',
  caller: 'account',
  path: registrationPath,
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
  touches: { writes: ['registrations'], uses: ['vault'] },
});
