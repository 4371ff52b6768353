import * as v from 'valibot';
import { environmentSchema, serviceTypeSchema } from '#shared/events/catalogue';
import { contract } from '#shared/http/contract';
import { saidMessage, succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { registrationDraftBody } from '#shared/webhooks/registrations/registration-bodies';

const registration = {
  id: described(v.string(), 'Its id (`whk_`).'),
  appId: described(v.string(), 'The widget whose events it receives (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint: described(v.string(), 'Where the events are sent.', { format: 'uri' }),
  isActive: described(v.boolean(), 'Whether events are sent to it.'),
  createdAt: described(v.string(), 'When it was registered.', DATE_TIME),
};

const signingSecret = described(v.string(), 'Verifies the deliveries (`whsec_`): shown this once.');

const registrationPath = object({ id: described(idText, 'The registration (`whk_`).') });

/** Registers an endpoint for the events of one app, environment and service type. */
export const createWebhook = contract({
  name: 'create-webhook',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'An app has at most one registration for each environment and service type. The endpoint must be https and resolve ' +
    'to public addresses only. The answer is the only one that holds `signingSecret` in full: keep it, deliveries are ' +
    'verified with it.',
  caller: 'account',
  limit: 'webhookWrites',
  body: registrationDraftBody,
  success: {
    201: v.object({
      success: succeeded,
      data: component(
        v.object({ ...registration, signingSecret }),
        'CreatedWebhookRegistration',
        'A new registration, with its secret.',
      ),
    }),
  },
  errors: ['APP_NOT_FOUND', 'ENVIRONMENT_MISMATCH', 'ENDPOINT_NOT_ALLOWED', 'WEBHOOK_EXISTS'],
  idempotent: 'commit',
  secretFields: ['data.signingSecret'],
  links: [
    { to: 'rotate-webhook-secret', parameters: { id: 'data.id' } },
    { to: 'delete-webhook', parameters: { id: 'data.id' } },
  ],
  touches: {
    reads: ['widget'],
    writes: ['registrations', 'registrationSlot'],
    secrets: ['vault'],
    settings: ['endpoints'],
  },
});

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
      data: described(
        v.array(
          component(
            v.object({
              ...registration,
              signingSecretMasked: described(v.string(), 'Its secret, masked but for the last four characters.'),
            }),
            'WebhookRegistration',
            'An endpoint of yours, and what is sent there.',
          ),
        ),
        'The registrations.',
      ),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: { reads: ['registrations'] },
});

/** Gives a registration another signing secret. */
export const rotateWebhookSecret = contract({
  name: 'rotate-webhook-secret',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks/{id}/rotate-secret',
  summary: 'Rotate a signing secret',
  description:
    'The old secret stops verifying at once: every attempt from now on, also at deliveries that are being retried, is ' +
    'signed with the new one. The answer is the only one that holds it in full.',
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
  touches: { writes: ['registrations'], secrets: ['vault'] },
});

/** Deletes a registration. */
export const deleteWebhook = contract({
  name: 'delete-webhook',
  group: 'webhooks',
  method: 'DELETE',
  route: '/v1/developers/webhooks/{id}',
  summary: 'Delete a webhook registration',
  description:
    'It is no longer listed and receives nothing more, nor what waits for another attempt. Its app, ' +
    'environment and service type are free for another registration.',
  caller: 'account',
  limit: 'webhookWrites',
  path: registrationPath,
  success: { 200: v.object({ success: succeeded, message: saidMessage }) },
  errors: ['WEBHOOK_NOT_FOUND'],
  touches: { reads: ['registrations'], writes: ['registrations', 'registrationSlot'] },
});

/** Where an account's own systems are told of events. */
export const webhooksContracts = [createWebhook, listWebhooks, rotateWebhookSecret, deleteWebhook] as const;
