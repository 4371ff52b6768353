import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { ENDPOINT_MAX_LENGTH } from '#shared/webhooks/endpoints/endpoint-guard';

/** Only the form is checked here. The guard decides whether webhooks may be sent there. */
const endpoint = described(
  v.pipe(
    text(ENDPOINT_MAX_LENGTH),
    v.metadata({ format: 'uri' }),
    v.check((endpoint) => URL.canParse(endpoint), 'Must be a URL'),
  ),
  'The URL to send events to. It must use https and resolve to public IP addresses.',
);

/** The body of a new registration (interface: Webhook registration). */
export const registrationDraftBody = object({
  appId: described(idText, 'The id of the app: one of your widgets (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint,
});

/** The body of a change of a registration. Missing fields stay as they are. */
export const registrationChangeBody = object({
  endpoint: v.exactOptional(endpoint),
  isActive: v.exactOptional(described(v.boolean(), 'Whether events are sent to the endpoint.')),
});
