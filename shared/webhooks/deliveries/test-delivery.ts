import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { TEST_EVENT } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { fromRegistrationItem, type Registration } from '#shared/webhooks/registrations/registration';
import { TEST_INTERVAL_MS, testWrite } from '#shared/webhooks/registrations/registration-repository';
import { type Delivery, fromDeliveryItem, newDeliveryItem } from './records/delivery.ts';

/** The delivery of a test event, and the writes that plan it. */
export interface TestDelivery {
  readonly delivery: Delivery;
  readonly operations: Readonly<Record<'registration' | 'delivery', WriteOperation>>;
}

/**
 * Plans a test event for a registration, due at once. `registration` refuses when that is deleted or inactive, and when
 * it was tested less than ten seconds ago ({@link refuseTest}).
 */
export const newTest = (scope: Scope, registration: Registration, nowMs: number): TestDelivery => {
  const { registrationId, environment } = registration;
  const event = {
    eventId: newId('sev', nowMs),
    type: TEST_EVENT,
    occurredAt: isoTime(nowMs),
    data: { webhookId: registrationId, environment },
  };
  const item = newDeliveryItem(event, { ...registration, isActive: true }, nowMs, 'test');
  return {
    delivery: fromDeliveryItem(item),
    operations: { registration: testWrite(scope, registrationId, nowMs), delivery: put(item) },
  };
};

/**
 * The error for a registration that refused a test.
 *
 * @param found the registration as it is.
 * @returns WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE, or TOO_MANY_TESTS with the seconds until the next.
 */
export const refuseTest = (found: Item | undefined, nowMs: number): ApiError => {
  if (!found) return new ApiError('WEBHOOK_NOT_FOUND');
  const { isActive, testedAtMs = nowMs } = fromRegistrationItem(found);
  if (!isActive) return new ApiError('WEBHOOK_INACTIVE');
  const waitMs = Math.min(TEST_INTERVAL_MS, Math.max(1, testedAtMs + TEST_INTERVAL_MS - nowMs));
  return new ApiError('TOO_MANY_TESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
};
