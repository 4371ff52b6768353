import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { DEACTIVATION_REASONS } from './registration.ts';

/** The path of calls about one registration. */
export const registrationPath = object({ id: described(idText, 'The id of the registration (`whk_`).') });

/** The fields of a registration as its owner sees them. */
export const registration = {
  id: described(v.string(), 'The id of the registration (`whk_`).'),
  appId: described(v.string(), 'The id of the app whose events it receives: a widget (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint: described(v.string(), 'The URL that events are sent to.', { format: 'uri' }),
  isActive: described(v.boolean(), 'Whether events are sent to the endpoint.'),
  createdAt: described(v.string(), 'When the registration was created.', DATE_TIME),
};

const listedEntries = {
  ...registration,
  signingSecretMasked: described(v.string(), 'The signing secret, masked except for its last four characters.'),
};

/** A registration with its secret masked. */
export const listedRegistrationBody = component(
  v.object(listedEntries),
  'WebhookRegistration',
  'An endpoint of yours, registered to receive events.',
);

/** A registration with its deactivation. */
export const readRegistrationBody = component(
  v.object({
    ...listedEntries,
    deactivatedAt: described(
      v.nullable(v.string()),
      'When we deactivated the registration. Null while it is active, and if you deactivated it yourself.',
      DATE_TIME,
    ),
    deactivatedReason: described(
      v.nullable(v.picklist(DEACTIVATION_REASONS)),
      'Why we deactivated the registration. `gone` means that the endpoint responded with a 410 to all five ' +
        'attempts of a delivery. `failing` means that nothing was delivered for five days. Null otherwise.',
    ),
  }),
  'WebhookRegistrationDetail',
  'A registration, with the time and reason if we deactivated it.',
);
