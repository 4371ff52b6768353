import * as v from 'valibot';
import { ENVIRONMENTS, SERVICE_TYPES } from '#shared/events/catalogue';
import { ENDPOINT_MAX_LENGTH } from './endpoint-guard.ts';

/**
 * The body that makes a registration (interface: Webhook registration). Of the endpoint only its form is judged here;
 * whether webhooks may go there is the guard's affair.
 */
export const registrationDraftBody = v.object({
  appId: v.pipe(v.string(), v.nonEmpty('appId must not be empty')),
  environment: v.picklist(ENVIRONMENTS),
  serviceType: v.picklist(SERVICE_TYPES),
  endpoint: v.pipe(
    v.string(),
    v.maxLength(ENDPOINT_MAX_LENGTH, `endpoint must have ${ENDPOINT_MAX_LENGTH} characters or less`),
    v.metadata({ format: 'uri' }),
    v.check((text) => URL.canParse(text), 'endpoint must be a URL'),
  ),
});
