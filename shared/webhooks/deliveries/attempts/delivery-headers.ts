import { createHmac } from 'node:crypto';
import { signatureHeader } from '#shared/signatures/signature';
import { SIGNING_SECRET_PREFIX } from '#shared/signatures/signing-secret';
import type { SigningSecrets } from '#shared/webhooks/registrations/registration';

/** What one attempt signs. */
export interface DeliveryToSign {
  /** The delivery's id, the same on every attempt. */
  readonly deliveryId: string;
  /** The event's id, the same for every registration that receives it. */
  readonly eventId: string;
  /** The request that the event follows from. Missing when it follows from none. */
  readonly requestId?: string | undefined;
  /** The event's type, such as `kyb.applicant.decision`. */
  readonly event: string;
  /** The exact body: non-empty JSON without a byte order mark, the same on every attempt. */
  readonly body: string;
  /** The registration's secrets at this attempt. */
  readonly secrets: SigningSecrets;
  /** Unix seconds of this attempt. */
  readonly seconds: number;
}

/** Standard Webhooks 1.0: the key is the bytes that the base64 after `whsec_` encodes. */
const standardSignature = ({ deliveryId, body, seconds }: DeliveryToSign, secret: string): string => {
  const key = Buffer.from(secret.slice(SIGNING_SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${deliveryId}.${seconds}.`).update(body).digest('base64');
  return `v1,${digest}`;
};

/**
 * The headers of one attempt: those of the interface (interface: Request headers on each delivery), and those of the
 * Standard Webhooks specification for receivers that use its libraries. All state the same time. While rotations
 * overlap there is a signature for each secret, and receivers accept any of them.
 */
export const deliveryHeaders = (delivery: DeliveryToSign): Readonly<Record<string, string>> => {
  const { current, previous } = delivery.secrets;
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': delivery.event,
    'X-Service-Delivery': delivery.deliveryId,
    'X-Service-Event-Id': delivery.eventId,
    ...(delivery.requestId !== undefined && { 'X-Service-Request-Id': delivery.requestId }),
    'X-Service-Signature': signatureHeader(delivery.body, current, delivery.seconds, previous),
    'X-Service-Timestamp': String(delivery.seconds),
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': String(delivery.seconds),
    'webhook-signature': [current, ...previous].map((secret) => standardSignature(delivery, secret)).join(' '),
  };
};
