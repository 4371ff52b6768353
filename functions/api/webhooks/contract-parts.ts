import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** The fields of a registration as its owner sees them. */
export const registration = {
  id: described(v.string(), 'Its id (`whk_`).'),
  appId: described(v.string(), 'The widget whose events it receives (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint: described(v.string(), 'Where the events are sent.', { format: 'uri' }),
  isActive: described(v.boolean(), 'Whether events are sent to it.'),
  createdAt: described(v.string(), 'When it was registered.', DATE_TIME),
};

/** A registration with its secret masked. */
export const listedRegistrationBody = component(
  v.object({
    ...registration,
    signingSecretMasked: described(v.string(), 'Its secret, masked except for the last four characters.'),
  }),
  'WebhookRegistration',
  'An endpoint of yours, and which events it receives.',
);

/** The secret of a registration, as shown by the responses that created it. */
export const signingSecret = described(v.string(), 'Verifies the deliveries (`whsec_`): shown only here.');

/** The path of calls about one registration. */
export const registrationPath = object({ id: described(idText, 'The registration (`whk_`).') });
