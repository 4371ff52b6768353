import * as v from 'valibot';
import { ENVIRONMENTS, SERVICE_TYPES } from '#shared/events/catalogue';
import { object } from '#shared/http/containers';
import { idText, text } from '#shared/http/texts';
import { ENDPOINT_MAX_LENGTH } from './endpoint-guard.ts';

/**
 * The body that makes a registration (interface: Webhook registration). Of the endpoint only its form is judged here;
 * whether webhooks may go there is the guard's affair.
 */
export const registrationDraftBody = object({
  appId: idText,
  environment: v.picklist(ENVIRONMENTS),
  serviceType: v.picklist(SERVICE_TYPES),
  endpoint: v.pipe(
    text(ENDPOINT_MAX_LENGTH),
    v.metadata({ format: 'uri' }),
    v.check((endpoint) => URL.canParse(endpoint), 'Must be a URL'),
  ),
});
