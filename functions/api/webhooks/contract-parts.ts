import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { ATTEMPT_ERROR_CLASSES } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { DELIVERY_END_REASONS, DELIVERY_TRIGGERS } from '#shared/webhooks/deliveries/records/delivery';
import { DELIVERY_STATUSES } from '#shared/webhooks/deliveries/records/delivery-states';
import { DEACTIVATION_REASONS } from '#shared/webhooks/registrations/registration';

/** The fields of a registration as its owner sees them. */
export const registration = {
  id: described(v.string(), 'The id of the registration (`whk_`).'),
  appId: described(v.string(), 'The widget whose events it receives (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint: described(v.string(), 'The address that events are sent to.', { format: 'uri' }),
  isActive: described(v.boolean(), 'Whether events are sent to the endpoint.'),
  createdAt: described(v.string(), 'When it was registered.', DATE_TIME),
};

const listedEntries = {
  ...registration,
  signingSecretMasked: described(v.string(), 'The signing secret, masked except for its last four characters.'),
};

/** A registration with its secret masked. */
export const listedRegistrationBody = component(
  v.object(listedEntries),
  'WebhookRegistration',
  'An endpoint of yours and the events it receives.',
);

/** A registration with its deactivation. */
export const readRegistrationBody = component(
  v.object({
    ...listedEntries,
    deactivatedAt: described(
      v.nullable(v.string()),
      'When we deactivated it. Null while it is active, and if you deactivated it.',
      DATE_TIME,
    ),
    deactivatedReason: described(
      v.nullable(v.picklist(DEACTIVATION_REASONS)),
      'Why we deactivated it. `gone`: the endpoint responded 410 to all five attempts of a delivery. `failing`: ' +
        'nothing was delivered for five days. Null otherwise.',
    ),
  }),
  'WebhookRegistrationDetail',
  'A registration, and why we deactivated it if we did.',
);

/** The secret of a registration, as shown by the responses that created it. */
export const signingSecret = described(
  v.string(),
  'The secret that verifies deliveries (`whsec_`). Shown only in this response.',
);

/** The path of calls about one registration. */
export const registrationPath = object({ id: described(idText, 'The registration (`whk_`).') });

const deliveryEntries = {
  id: described(v.string(), 'The id of the delivery (`whd_`). The body it sends has the same `id`.'),
  webhookId: described(v.string(), 'The registration it is sent to (`whk_`).'),
  environment: environmentSchema,
  eventId: described(v.string(), 'The event (`sev_`): its `id` in the event feed. `webhook.test` is not in the feed.'),
  event: described(v.string(), 'The type of event.'),
  status: described(
    v.picklist(DELIVERY_STATUSES),
    'The status. `pending`, `delivering` and `retrying` are open. `delivered`, `failed` and `skipped` have ' + 'ended.',
  ),
  attemptCount: described(v.number(), 'The number of attempts made and recorded.', WHOLE),
  createdAt: described(v.string(), 'When the delivery was created.', DATE_TIME),
  endedAt: described(v.nullable(v.string()), 'When the delivery ended. Null while it is open.', DATE_TIME),
  endReason: described(v.nullable(v.picklist(DELIVERY_END_REASONS)), 'Why the delivery ended. Null while it is open.'),
};

/** A delivery as lists and actions show it. */
export const deliveryBody = component(
  v.object(deliveryEntries),
  'WebhookDelivery',
  'One event sent to one registration.',
);

const attemptBody = component(
  v.object({
    number: described(
      v.number(),
      'The number of the attempt, starting at 1. Counting continues when the delivery is sent again.',
      WHOLE,
    ),
    trigger: described(
      v.picklist(DELIVERY_TRIGGERS),
      'What caused the attempt: the event itself (`scheduled`), or your `resend`, `recovery` or `test`.',
    ),
    startedAt: described(v.string(), 'When the request was sent.', DATE_TIME),
    durationMs: described(v.number(), 'How long the request took, in milliseconds.', WHOLE),
    statusCode: described(
      v.nullable(v.number()),
      'The HTTP status your endpoint responded with. Null if it did not respond.',
      WHOLE,
    ),
    responseExcerpt: described(
      v.nullable(v.string()),
      'Up to 8 KB of the response body. Null if there was no response.',
    ),
    errorClass: described(
      v.nullable(v.picklist(ATTEMPT_ERROR_CLASSES)),
      'Why there is no response. Null if there is one.',
    ),
  }),
  'WebhookAttempt',
  'One request to your endpoint.',
);

/** A delivery with what it sends and its attempts. */
export const deliveryDetailBody = component(
  v.object({
    ...deliveryEntries,
    nextAttemptAt: described(
      v.nullable(v.string()),
      'The earliest time of the next attempt of a `retrying` delivery. Null otherwise.',
      DATE_TIME,
    ),
    body: described(v.string(), 'The exact body of every attempt: JSON as text.'),
    attempts: described(v.array(attemptBody), 'The latest 50 attempts, oldest first.'),
  }),
  'WebhookDeliveryDetail',
  'A delivery with its attempts.',
);

/** The path of calls about one delivery. */
export const deliveryPath = object({ id: described(idText, 'The delivery (`whd_`).') });
