import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { component } from '#shared/platform/described';
import { registrationDraftBody } from '#shared/webhooks/registrations/registration-bodies';
import { registration } from '#shared/webhooks/registrations/shown-registration';
import { signingSecret } from './contract-parts.ts';

/** Registers an endpoint for the events of one app, environment and service type. */
export const createWebhook = contract({
  name: 'create-webhook',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'Registers an endpoint for webhooks. An app can have one registration for each environment and service ' +
    'type. An account can have up to 1,000 registrations in each environment. The endpoint must use https and ' +
    'resolve only to public IP addresses. Store `signingSecret`, which verifies deliveries: only this ' +
    'response shows it in full.',
  caller: 'account',
  limit: 'webhookWrites',
  body: registrationDraftBody,
  success: {
    201: v.object({
      success: succeeded,
      data: component(
        v.object({ ...registration, signingSecret }),
        'CreatedWebhookRegistration',
        'A new registration with its signing secret.',
      ),
    }),
  },
  errors: ['APP_NOT_FOUND', 'ENVIRONMENT_MISMATCH', 'ENDPOINT_NOT_ALLOWED', 'WEBHOOK_EXISTS', 'TOO_MANY_WEBHOOKS'],
  idempotent: 'commit',
  secretFields: ['data.signingSecret'],
  links: [
    { to: 'rotate-webhook-secret', parameters: { id: 'data.id' } },
    { to: 'update-webhook', parameters: { id: 'data.id' } },
    { to: 'delete-webhook', parameters: { id: 'data.id' } },
  ],
  touches: {
    reads: ['widget'],
    writes: ['registrations', 'registrationSlot'],
    uses: ['vault', 'endpoints'],
  },
});
