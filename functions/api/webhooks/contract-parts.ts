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
  id: described(v.string(), 'Its id (`whk_`).'),
  appId: described(v.string(), 'The widget whose events it receives (`wgt_`).'),
  environment: environmentSchema,
  serviceType: serviceTypeSchema,
  endpoint: described(v.string(), 'Where the events are sent.', { format: 'uri' }),
  isActive: described(v.boolean(), 'Whether events are sent to it.'),
  createdAt: described(v.string(), 'When it was registered.', DATE_TIME),
};

const listedEntries = {
  ...registration,
  signingSecretMasked: described(v.string(), 'Its secret, masked except for the last four characters.'),
};

/** A registration with its secret masked. */
export const listedRegistrationBody = component(
  v.object(listedEntries),
  'WebhookRegistration',
  'An endpoint of yours, and which events it receives.',
);

/** A registration with its deactivation. */
export const readRegistrationBody = component(
  v.object({
    ...listedEntries,
    deactivatedAt: described(
      v.nullable(v.string()),
      'When we deactivated it; null while it is active, or where you did.',
      DATE_TIME,
    ),
    deactivatedReason: described(
      v.nullable(v.picklist(DEACTIVATION_REASONS)),
      'Why: `gone`, its endpoint responded 410 to all five attempts of a delivery; `failing`, nothing was delivered for ' +
        'five days. Null otherwise.',
    ),
  }),
  'WebhookRegistrationDetail',
  'A registration, and why it receives nothing any more.',
);

/** The secret of a registration, as shown by the responses that created it. */
export const signingSecret = described(v.string(), 'Verifies the deliveries (`whsec_`): shown only here.');

/** The path of calls about one registration. */
export const registrationPath = object({ id: described(idText, 'The registration (`whk_`).') });

const deliveryEntries = {
  id: described(v.string(), 'The delivery (`whd_`), the `id` of what it sends.'),
  webhookId: described(v.string(), 'The registration that it is for (`whk_`).'),
  environment: environmentSchema,
  eventId: described(v.string(), 'The event (`sev_`): its `id` in the event feed, which does not hold `webhook.test`.'),
  event: described(v.string(), "The event's type."),
  status: described(
    v.picklist(DELIVERY_STATUSES),
    '`pending`, `delivering` and `retrying` are open; `delivered`, `failed` and `skipped` have ended.',
  ),
  attemptCount: described(v.number(), 'The attempts that were made and recorded.', WHOLE),
  createdAt: described(v.string(), 'When it was planned.', DATE_TIME),
  endedAt: described(v.nullable(v.string()), 'When it ended; null while it is open.', DATE_TIME),
  endReason: described(v.nullable(v.picklist(DELIVERY_END_REASONS)), 'Why it ended; null while it is open.'),
};

/** A delivery as lists and actions show it. */
export const deliveryBody = component(v.object(deliveryEntries), 'WebhookDelivery', 'One event for one registration.');

const attemptBody = component(
  v.object({
    number: described(v.number(), 'From 1, and numbered on when the delivery is sent again.', WHOLE),
    trigger: described(
      v.picklist(DELIVERY_TRIGGERS),
      '`scheduled` by the event, or by a `resend`, a `recovery` or a `test` of yours.',
    ),
    startedAt: described(v.string(), 'When the request was sent.', DATE_TIME),
    durationMs: described(v.number(), 'How long it took, in milliseconds.', WHOLE),
    statusCode: described(v.nullable(v.number()), 'What your endpoint responded; null when it did not.', WHOLE),
    responseExcerpt: described(
      v.nullable(v.string()),
      'Up to 8 KB of the body of that response; null when there was none.',
    ),
    errorClass: described(
      v.nullable(v.picklist(ATTEMPT_ERROR_CLASSES)),
      'Why there is no response; null when there is one.',
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
      'The earliest time of the next attempt of a `retrying` delivery; null otherwise.',
      DATE_TIME,
    ),
    body: described(v.string(), 'The exact body of every attempt: JSON, as text.'),
    attempts: described(v.array(attemptBody), 'Its attempts, the latest 50, in their order.'),
  }),
  'WebhookDeliveryDetail',
  'A delivery with its attempts.',
);

/** The path of calls about one delivery. */
export const deliveryPath = object({ id: described(idText, 'The delivery (`whd_`).') });
