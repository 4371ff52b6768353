import * as v from 'valibot';
import { readableTime } from './mail-texts.ts';

/** To an account: we deactivated a webhook registration of its. */
export const webhookDeactivatedData = v.object({
  registrationId: v.string(),
  appId: v.string(),
  environment: v.string(),
  serviceType: v.string(),
  endpointHost: v.string(),
  /** Its deliveries only failed for five days, or its endpoint responded 410 to all attempts of one. */
  reason: v.picklist(['failing', 'gone']),
  /** When the first delivery failed with none delivered after it, or when the endpoint responded the last 410, ISO 8601. */
  failingSince: v.string(),
  /** From when on deliveries are to be recovered, ISO 8601. */
  recoverSince: v.string(),
});

type WebhookDeactivated = v.InferOutput<typeof webhookDeactivatedData>;

/** Why an endpoint is sent nothing any more, up to the time since when. */
const DEACTIVATIONS: Readonly<Record<WebhookDeactivated['reason'], string>> = {
  failing: 'nothing could be delivered since',
  gone: 'to all five attempts of a delivery it responded 410 Gone, which means that it no longer exists, lastly on',
};

/** Subject and text of the mail. */
export const webhookDeactivated = (data: WebhookDeactivated) => {
  const { registrationId, appId, environment, serviceType, endpointHost, reason, failingSince, recoverSince } = data;
  return {
    subject: 'Webhooks to one of your endpoints have been stopped',
    text: [
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
      'What failed, and what happens until then, is kept for 30 days. Have it all sent once the registration is active:',
      `POST /v1/developers/webhooks/${registrationId}/recover with`,
      `{"since": "${recoverSince}"}, or, where that is more than 30 days ago, a later time.`,
      '',
    ].join('\n'),
  };
};
