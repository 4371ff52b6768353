import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { ReceivedWebhook } from '#tests/support/webhook-receiver';
import { makeWorld, type Registered, type World, type WorldOptions } from './world.ts';

/** An event of a world's account, with the data of the catalogue's example. */
export const eventOf = (
  world: World,
  changes: Partial<ServiceEvent> & { readonly type?: EventType } = {},
): ServiceEvent => {
  const { type = 'kyb.applicant.decision' } = changes;
  return {
    eventId: newId('sev', world.now()),
    type,
    accountId: world.accountId,
    environment: 'sandbox',
    widgetId: null,
    occurredAt: isoTime(world.now()),
    data: { ...EVENTS[type].example },
    ...changes,
  };
};

/** A world with one planned delivery, whose message is on the queue and due now. */
export interface PlannedWorld {
  readonly world: World;
  readonly registered: Registered;
  readonly deliveryId: string;
}

/** Plans one more delivery to a registration, and returns its id. */
export const planOne = async (world: World, registered: Registered): Promise<string> => {
  const event = eventOf(world, { widgetId: registered.registration.appId });
  await world.plan(event);
  const planned = (await world.deliveriesOf(registered)).find(({ eventId }) => eventId === event.eventId);
  if (!planned) throw new Error('No delivery was planned');
  return planned.deliveryId;
};

/** Makes a world with one planned delivery. */
export const plannedWorld = async (options: WorldOptions = {}): Promise<PlannedWorld> => {
  const world = await makeWorld(options);
  const registered = await world.register(await world.addApp());
  return { world, registered, deliveryId: await planOne(world, registered) };
};

const stripe = new Stripe('sk_test_unused');

/**
 * Requires that a captured POST verifies with the packages that receivers use, that its header has the format of the
 * interface, and that it was signed at the current time of the world.
 */
export const expectGenuine = (webhook: ReceivedWebhook, signingSecret: string, world: World): void => {
  const { headers, rawBody } = webhook;
  const header = String(headers['x-service-signature']);
  expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
  expect(header.slice(2, 12)).toBe(String(Math.floor(world.now() / 1000)));
  expect(headers['x-service-timestamp']).toBe(header.slice(2, 12));
  expect(stripe.webhooks.signature?.verifyHeader(rawBody, header, signingSecret, 300)).toBe(true);
  const standard = new Webhook(signingSecret);
  const verified = standard.verify(rawBody, headers as Record<string, string>);
  expect(verified).toStrictEqual(JSON.parse(rawBody.toString()));
};

/** Whether the `stripe` package accepts a captured POST under a secret. */
export const verifiesWith = ({ headers, rawBody }: ReceivedWebhook, signingSecret: string): boolean => {
  try {
    const header = String(headers['x-service-signature']);
    return stripe.webhooks.signature?.verifyHeader(rawBody, header, signingSecret, 300) ?? false;
  } catch {
    return false;
  }
};
