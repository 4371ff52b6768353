import * as v from 'valibot';
import { ENVIRONMENTS, SERVICE_TYPES } from '#shared/events/catalogue';
import { object } from '#shared/http/containers';
import { contract } from '#shared/http/contract';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/pagination';
import { idText } from '#shared/http/texts';
import { registrationDraftBody } from '#shared/webhooks/request-bodies';

const registration = {
  id: v.string(),
  appId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  serviceType: v.picklist(SERVICE_TYPES),
  endpoint: v.string(),
  isActive: v.boolean(),
  createdAt: v.string(),
};

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
    201: v.object({ success: v.literal(true), data: v.object({ ...registration, signingSecret: v.string() }) }),
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
      success: v.literal(true),
      data: v.array(v.object({ ...registration, signingSecretMasked: v.string() })),
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
  path: object({ id: idText }),
  success: {
    200: v.object({
      success: v.literal(true),
      data: v.object({ id: v.string(), signingSecret: v.string(), rotatedAt: v.string() }),
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
    'It is no longer listed and receives nothing more: deliveries that wait for an attempt end as `skipped`. Its app, ' +
    'environment and service type are free for another registration.',
  caller: 'account',
  limit: 'webhookWrites',
  path: object({ id: idText }),
  success: { 200: v.object({ success: v.literal(true), message: v.string() }) },
  errors: ['WEBHOOK_NOT_FOUND'],
  touches: { reads: ['registrations'], writes: ['registrations', 'registrationSlot'] },
});

/** Where an account's own systems are told of events. */
export const webhooksContracts = [createWebhook, listWebhooks, rotateWebhookSecret, deleteWebhook] as const;
