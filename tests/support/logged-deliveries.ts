import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import type { DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';

/** A state of a delivery as the table's stream carries it; a test may override its fields. */
export const deliveryState = (
  registrationId: string,
  changes: Partial<Delivery> & { readonly status: DeliveryStatus },
): Delivery => {
  const nowMs = Date.now();
  return {
    deliveryId: newId('whd', nowMs),
    registrationId,
    accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
    environment: 'sandbox',
    eventId: newId('sev', nowMs),
    event: 'kyb.applicant.decision',
    body: '{}',
    createdAt: isoTime(nowMs),
    version: 1,
    trigger: 'scheduled',
    attemptCount: 0,
    attempts: [],
    attemptsBefore: 0,
    goneAttempts: 0,
    unrecordedClaims: 0,
    faultsInRow: 0,
    expiresAtSeconds: 4_000_000_000,
    ...changes,
  };
};

/** The table's stream record of a delivery's state. */
export const stateRecord = (state: Delivery, sequenceNumber: number): DynamoDBRecord => {
  const key = deliveryKeys.delivery(state.deliveryId);
  return {
    eventName: 'MODIFY',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      SequenceNumber: String(sequenceNumber),
      Keys: marshall(key),
      NewImage: marshall({ ...key, ...state }, { removeUndefinedValues: true }),
    } as DynamoDBRecord['dynamodb'],
  };
};
