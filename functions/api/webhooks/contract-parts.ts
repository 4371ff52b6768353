import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { DELIVERY_TRIGGERS } from '#shared/webhooks/deliveries/records/attempt';
import { ATTEMPT_ERROR_CLASSES } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { DELIVERY_END_REASONS } from '#shared/webhooks/deliveries/records/delivery';
import { DELIVERY_STATUSES } from '#shared/webhooks/deliveries/records/delivery-states';

/** The secret of a registration, in the responses that create it. */
export const signingSecret = described(
  v.string(),
  'The secret to verify deliveries with (`whsec_`). Shown in full only in this response.',
);

const deliveryEntries = {
  id: described(v.string(), 'The id of the delivery (`whd_`). The body has the same `id`.'),
  webhookId: described(v.string(), 'The id of the registration that the delivery is sent to (`whk_`).'),
  environment: environmentSchema,
  eventId: described(
    v.string(),
    'The id of the event (`sev_`), as in the event feed. `webhook.test` does not appear in the feed.',
  ),
  event: described(v.string(), 'The type of event.'),
  status: described(
    v.picklist(DELIVERY_STATUSES),
    'The status of the delivery. `pending`, `delivering` and `retrying` deliveries are open. `delivered`, ' +
      '`failed` and `skipped` ones have ended.',
  ),
  attemptCount: described(v.number(), 'The number of attempts made so far.', WHOLE),
  createdAt: described(v.string(), 'When the delivery was created.', DATE_TIME),
  endedAt: described(v.nullable(v.string()), 'When the delivery ended. Null while it is open.', DATE_TIME),
  endReason: described(v.nullable(v.picklist(DELIVERY_END_REASONS)), 'Why the delivery ended. Null while it is open.'),
};

/** A delivery as lists and actions show it. */
export const deliveryBody = component(
  v.object(deliveryEntries),
  'WebhookDelivery',
  'An event that is sent to a registration.',
);

const attemptBody = component(
  v.object({
    number: described(
      v.number(),
      'The number of the attempt, starting at 1. Numbering continues when the delivery is resent.',
      WHOLE,
    ),
    trigger: described(
      v.picklist(DELIVERY_TRIGGERS),
      'What triggered the attempt: the event itself (`scheduled`), or your `resend`, `recovery` or `test`.',
    ),
    startedAt: described(v.string(), 'When the request was sent.', DATE_TIME),
    durationMs: described(v.number(), 'How long the request took, in milliseconds.', WHOLE),
    statusCode: described(
      v.nullable(v.number()),
      'The HTTP status code of the response. Null if there was no response.',
      WHOLE,
    ),
    responseExcerpt: described(
      v.nullable(v.string()),
      'Up to 8 KB of the response body. Null if there was no response.',
    ),
    errorClass: described(
      v.nullable(v.picklist(ATTEMPT_ERROR_CLASSES)),
      'Why there was no response. Null if there was one.',
    ),
  }),
  'WebhookAttempt',
  'A request to your endpoint.',
);

/** A delivery with its payload and its attempts. */
export const deliveryDetailBody = component(
  v.object({
    ...deliveryEntries,
    nextAttemptAt: described(
      v.nullable(v.string()),
      'The earliest time of the next attempt of a `retrying` delivery. Null otherwise.',
      DATE_TIME,
    ),
    body: described(v.string(), 'The exact body that every attempt sends, as a string of JSON.'),
    attempts: described(v.array(attemptBody), 'The latest 50 attempts, oldest first.'),
  }),
  'WebhookDeliveryDetail',
  'A delivery with its attempts.',
);

/** The path of calls about one delivery. */
export const deliveryPath = object({ id: described(idText, 'The id of the delivery (`whd_`).') });
