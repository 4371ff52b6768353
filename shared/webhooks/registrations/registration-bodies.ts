import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { ENDPOINT_MAX_LENGTH } from '#shared/webhooks/endpoints/endpoint-guard';

/**
 * The body of a new registration (interface: Webhook registration). Only the endpoint's form is checked here; the guard
 * decides whether webhooks may go there.
 */
export const registrationDraftBody = object({
  appId: described(idText, 'A widget of yours (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint: described(
    v.pipe(
      text(ENDPOINT_MAX_LENGTH),
      v.metadata({ format: 'uri' }),
      v.check((endpoint) => URL.canParse(endpoint), 'Must be a URL'),
    ),
    'Where the events are sent: https, at a public address.',
  ),
});
