import * as v from 'valibot';
import { EVENTS } from '#shared/events/catalogue';
import { appendToFeed } from '#shared/events/feed';
import { toPositionText } from '#shared/events/feed-position';
import { emit, eventSchema, type ServiceEvent } from '#shared/events/outbox';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { registrationsOfAccount } from '#shared/webhooks/registrations/keys';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { halvesOf, make, newestFirst, type Seed, type SeedWorld } from '#tests/integration/lists/seed';
import { deliveryState } from '#tests/support/logged-deliveries';
import { TEST_VAULT_SECRET } from '#tests/support/vault';

const isEven = (number: number): boolean => number % 2 === 0;

const register = async ({ table, account, at }: SeedWorld, number: number, environment: Environment) => {
  const draft = {
    accountId: account.accountId,
    appId: newId('wgt', at(number)),
    environment,
    serviceType: 'kyc_widget',
    endpoint: 'https://hooks.example.com/kyb',
  } as const;
  const { registration } = newRegistration(draft, TEST_VAULT_SECRET, at(number));
  const { written } = await table.transact(registrationWrites(registration));
  if (!written) throw new Error('The registration was refused');
  return registration.registrationId;
};

/** Of alternating environments. */
const listWebhooks: Seed = async (world, length) => {
  const list = registrationsOfAccount(world.account.accountId);
  const count = Math.min(length / 5, 2 * list.most);
  const made = await make(count, (number) => register(world, number, isEven(number) ? 'live' : 'sandbox'));
  const grows = {
    why: 'all registrations of an account are read',
    most: 2 * list.most,
    kept: { list, group: 'live' },
  };
  return { named: 'id', reads: [{ ids: newestFirst(made), grows }], whole: grows };
};

const listDeliveries: Seed = async (world, length) => {
  const { table, account, timeOf } = world;
  const registrationId = await register(world, 0, 'live');
  const hasFailed = (number: number) => number % 4 < 2;
  const eventOf = (number: number) => (isEven(number) ? 'kyb.applicant.decision' : 'kyb.applicant.created');
  const states = Array.from({ length }, (_, index) =>
    deliveryState(registrationId, {
      accountId: account.accountId,
      environment: 'live',
      status: hasFailed(index + 1) ? 'failed' : 'delivered',
      event: eventOf(index + 1),
      createdAt: timeOf(index + 1),
    }),
  );
  await logDeliveries(registrationId, states, { table, clock: Date.now });
  const made = states.map(({ deliveryId }, index) => ({ id: deliveryId, number: index + 1 }));
  return {
    pathParameters: { id: registrationId },
    named: 'id',
    reads: [
      { ids: newestFirst(made) },
      { query: { status: 'failed' }, ids: newestFirst(made, hasFailed) },
      { query: { event: eventOf(0) }, ids: newestFirst(made, isEven) },
      ...halvesOf(made, timeOf),
    ],
  };
};

const PAGE = 20;

/** Events of `live`, oldest first, because a page follows a position. */
const listEvents: Seed = async ({ table, account, at }, length) => {
  const owner = { accountId: account.accountId, environment: 'live' } as const;
  const type = 'kyb.applicant.created';
  const events: ServiceEvent[] = [];
  for (let number = 1; number <= length; number++) {
    const emitted = emit({ ...owner, type, widgetId: null, data: EVENTS[type].example }, at(number));
    if (emitted.kind !== 'put') throw new Error('An event is put');
    await table.write(emitted);
    events.push(v.parse(eventSchema, emitted.item));
  }
  await appendToFeed(owner, events, { table, clock: Date.now });
  const ids = events.map(({ eventId }) => eventId);
  const lastPage = { after: toPositionText({ live: length - PAGE }) };
  return {
    named: 'id',
    reads: [
      { ids, lastPage },
      { query: { environment: 'live' }, ids, lastPage },
    ],
  };
};

/** The lists of webhooks and of events. */
export const webhookSeeds = {
  'list-webhooks': listWebhooks,
  'list-deliveries': listDeliveries,
  'list-events': listEvents,
};
