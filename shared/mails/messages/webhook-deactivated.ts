import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

const REASONS = ['failing', 'gone'] as const;

/** Why an endpoint is no longer called. In the sentence, the time since when follows. */
const DEACTIVATIONS: Readonly<Record<(typeof REASONS)[number], string>> = {
  failing: 'nothing could be delivered since',
  gone:
    'it responded with 410 Gone to all five attempts of a delivery, which means that it no longer exists. ' +
    'This last happened on',
};

/** To the owner of an account: one of its webhook registrations was deactivated. */
export const webhookDeactivated = defineMail({
  template: 'webhookDeactivated',
  lane: 'mails',
  unsubscribe: { code: 4, about: 'stopped webhooks' },
  data: v.object({
    registrationId: v.string(),
    appId: v.string(),
    environment: v.string(),
    serviceType: v.string(),
    endpointHost: v.string(),
    /** Its deliveries failed for five days, or its endpoint responded 410 to all attempts of one. */
    reason: v.picklist(REASONS),
    /** When the first delivery failed with none delivered after it, or the last 410 came, ISO 8601. */
    failingSince: v.string(),
    /** The time from which deliveries can be recovered, ISO 8601. */
    recoverSince: v.string(),
  }),
  // The host is the customer's text, and an address, so only the text of the mail contains it.
  subject: () => 'Webhooks to one of your endpoints have been stopped',
  text: ({ registrationId, appId, environment, serviceType, endpointHost, reason, failingSince, recoverSince }) => [
    `We have stopped sending webhooks to your endpoint at ${endpointHost}: ${DEACTIVATIONS[reason]}`,
    `${readableTime(failingSince)}.`,
    '',
    `Registration: ${registrationId}`,
    `App: ${appId}`,
    `Environment: ${environment}`,
    `Service type: ${serviceType}`,
    '',
    'What to do: make sure that the endpoint responds to a POST with a 2xx within ten seconds. Then activate the registration',
    `again: PATCH /v1/developers/webhooks/${registrationId} with {"isActive": true}. It keeps its id and its secret.`,
    '',
    'We keep the failed deliveries, and the events that happen until then, for 30 days. Once the ' +
      'registration is active,',
    `resend them all: POST /v1/developers/webhooks/${registrationId}/recover with`,
    `{"since": "${recoverSince}"}, or with a later time if that is more than 30 days ago.`,
  ],
});
