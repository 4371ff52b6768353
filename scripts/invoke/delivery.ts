import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { EVENTS } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { newDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { readRegistrations } from '#shared/webhooks/registrations/registration-repository';

/** Stores the delivery of a decision to an account's newest registration, as the planning function does. */
const storeDelivery = async (accountId: string, changes: Partial<Registration>): Promise<string> => {
  const table = serviceTable();
  const [registration] = await readRegistrations(table, accountId);
  if (!registration) throw new Error(`${accountId} has no registration`);
  const nowMs = Date.now();
  const type = 'kyb.applicant.decision';
  const { appId: widgetId, environment } = registration;
  const event = { eventId: newId('sev', nowMs), type, accountId, environment, widgetId, occurredAt: isoTime(nowMs) };
  const item = newDeliveryItem(
    { ...event, type, data: { ...EVENTS[type].example } },
    { ...registration, ...changes },
    nowMs,
  );
  await table.write(put(item));
  return String(item['deliveryId']);
};

/**
 * Plans the delivery of a decision to an account's newest registration, without a queue message. Reads this process's
 * environment.
 *
 * @returns the delivery's id.
 */
export const plannedDelivery = (accountId: string): Promise<string> => storeDelivery(accountId, {});

/** The same for a delivery that has ended, as for an inactive registration. */
export const endedDelivery = (accountId: string): Promise<string> => storeDelivery(accountId, { isActive: false });
