import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { type Item, put, update } from '#shared/db/expressions';
import type { Operations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import type { ServiceEvent } from '#shared/events/outbox';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import { newWidget, toWidgetItem } from '#shared/onboarding/widgets/widget';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import { postSigned } from '#shared/webhooks/deliveries/attempts/post';
import { deliver } from '#shared/webhooks/deliveries/deliver';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { planEvent } from '#shared/webhooks/deliveries/plan';
import type { RecordedAttempt } from '#shared/webhooks/deliveries/records/attempt';
import {
  type Delivery,
  deliveryIdOf,
  fromDeliveryItem,
  newDeliveryItem,
} from '#shared/webhooks/deliveries/records/delivery';
import { delaySecondsOf } from '#shared/webhooks/deliveries/records/delivery-queue';
import { hostIdOf, hostOf } from '#shared/webhooks/deliveries/records/host-of-endpoint';
import { type DeliverySweepEffects, sweepDeliveries } from '#shared/webhooks/deliveries/sweep';
import { advanceRecovery } from '#shared/webhooks/delivery-log/advance-recovery';
import { readDeliveryWithAttempts } from '#shared/webhooks/delivery-log/read-delivery';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import {
  newRegistration,
  newSigningSecret,
  type Registration,
  replacedSecrets,
} from '#shared/webhooks/registrations/registration';
import {
  deletionWrites,
  registrationWrites,
  rotationWrite,
} from '#shared/webhooks/registrations/registration-repository';
import { sessionScope } from '#tests/support/accounts';
import { validConfig } from '#tests/support/onboarding';
import { ownTable } from '#tests/support/own-table';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import type { VirtualTime } from '#tests/support/virtual-time';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';

/** A message on the queue of deliveries, and when it becomes visible. */
export interface QueuedMessage {
  readonly deliveryId: string;
  readonly registrationId: string;
  readonly visibleAtMs: number;
}

/** A registration, and the secret that its receiver knows. */
export interface Registered {
  readonly registration: Registration;
  readonly signingSecret: string;
}

/** What a test replaces, such as the table or the time. */
export interface WorldOptions {
  /** The account of the registrations. Default: a new one, without a session. */
  readonly accountId?: string;
  readonly table?: Table;
  readonly time?: VirtualTime;
}

/** The number of messages after which a test is assumed to loop. */
const MAX_MESSAGES = 60;

/**
 * The delivery path of one test, with its own table, queue and clock, and a real receiver on the loopback address.
 * Everything starts now, so that signatures are current. Time passes only when the test says so.
 */
export const makeWorld = async ({ table: given, time, accountId = newId('usr', Date.now()) }: WorldOptions = {}) => {
  const table = given ?? (await ownTable());
  const receiver: WebhookReceiver = await webhookReceiver();
  onTestFinished(() => receiver.close());
  const queue: QueuedMessage[] = [];
  const logLines: Record<string, unknown>[] = [];
  const metricNames: string[] = [];
  const mails: MailMessage[] = [];
  /** The events whose deliveries were planned here, by id. */
  const planned = new Map<string, ServiceEvent>();
  let nowMs = time?.now() ?? Date.now();

  type Effects = DeliveryEffects & DeliverySweepEffects;
  const effects: { -readonly [Name in keyof Effects]: Effects[Name] } = {
    table,
    clock: () => time?.now() ?? nowMs,
    random: () => 0,
    wait:
      time?.wait ??
      (async (delayMs) => {
        nowMs += delayMs;
      }),
    vault: async () => TEST_VAULT_SECRET,
    post: (post) => postSigned(post, { allowLoopbackHttp: true }),
    send: async ({ delayMs, ...message }) => {
      queue.push({ ...message, visibleAtMs: nowMs + delaySecondsOf(delayMs) * 1000 });
    },
    sendMail: async ({ mail }) => {
      mails.push(mail);
    },
    log: makeLogger({}, (line) => logLines.push(JSON.parse(line))),
    metrics: (name) => metricNames.push(name),
    advanceRecovery: (overdue) => advanceRecovery(overdue, effects),
  };

  const must = async (operations: Operations): Promise<void> => {
    if (!(await table.transact(operations)).written) throw new Error('The test could not write its data');
  };

  const addApp = async (environment: Environment = 'sandbox', webhookEvents: string[] = []): Promise<string> => {
    const config = v.parse(widgetConfigSchema, {
      ...validConfig(),
      notifications: { notifyApplicantEmail: false, notifyApplicantSms: false, webhookEvents },
    });
    const body = { name: 'Sellers', environment, templateId: 'blank', config };
    const widget = newWidget({ accountId, environment: body.environment }, body, TEST_VAULT_SECRET, nowMs);
    await must([put(toWidgetItem(widget, 1))]);
    return widget.id;
  };

  /** Marks a host as one that has answered with 2xx before. */
  const prove = async (endpoint: string): Promise<void> => {
    const key = deliveryKeys.breaker(hostIdOf(accountId, hostOf(endpoint)));
    await table.write(update(key, { set: { answeredAtMs: effects.clock() }, when: {} }));
  };

  /** Registers an endpoint, whose host has answered before unless it is `unproven`. */
  const register = async (
    appId: string,
    { unproven = false, ...changes }: Partial<Registration> & { readonly unproven?: boolean } = {},
  ): Promise<Registered> => {
    const draft = { accountId, appId, environment: ENVIRONMENTS[0], serviceType: 'kyc_widget', endpoint: receiver.url };
    const made = newRegistration({ ...draft, serviceType: 'kyc_widget', ...changes }, TEST_VAULT_SECRET, nowMs);
    const registration = { ...made.registration, ...changes };
    await must(registrationWrites(registration));
    if (!unproven) await prove(registration.endpoint);
    return { registration, signingSecret: made.signingSecret };
  };

  const setActive = ({ registration: { registrationId } }: Registered, isActive: boolean): Promise<void> =>
    must([
      update(registrationKeys.registration(accountId, registrationId), { set: { isActive }, when: { pk: 'exists' } }),
    ]);

  const deliveryItem = (deliveryId: string): Promise<Item | undefined> => table.get(deliveryKeys.delivery(deliveryId));

  /** Lets time pass until the next message is visible, and a worker handles it. */
  const receiveNext = async (): Promise<QueuedMessage> => {
    queue.sort((a, b) => a.visibleAtMs - b.visibleAtMs);
    const message = queue.shift();
    if (!message) throw new Error('The queue is empty');
    nowMs = Math.max(nowMs, message.visibleAtMs);
    await deliver(message.deliveryId, effects);
    return message;
  };

  return {
    table,
    receiver,
    accountId,
    queue,
    logLines,
    metricNames,
    /** Mails that the mail service accepted. */
    mails: mails as readonly MailMessage[],
    /** What a test may replace to control randomness or to inject faults. */
    effects,
    now: () => time?.now() ?? nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
    addApp,
    register,
    /** Gives a registration another secret, and returns the secret. */
    rotate: async (
      { registration }: Registered,
      { overlapSeconds = 0 }: { readonly overlapSeconds?: number } = {},
    ): Promise<string> => {
      const { signingSecret, stored } = newSigningSecret(registration.registrationId, TEST_VAULT_SECRET);
      const replaced = replacedSecrets(registration, overlapSeconds, nowMs);
      const change = { ...stored, rotatedAt: isoTime(nowMs), replaced };
      await must([rotationWrite(sessionScope(accountId), registration, change)]);
      return signingSecret;
    },
    remove: ({ registration }: Registered) => must(deletionWrites(registration, nowMs)),
    deactivate: (registered: Registered) => setActive(registered, false),
    activate: (registered: Registered) => setActive(registered, true),
    registration: ({ registration: { registrationId } }: Registered) =>
      table.get(registrationKeys.registration(accountId, registrationId)),
    plan: (event: ServiceEvent) => {
      planned.set(event.eventId, event);
      return planEvent(event, effects);
    },
    /** Stores the delivery of an event as it is planned for this registration, without a message. */
    store: async (event: ServiceEvent, registration: Registration): Promise<string> => {
      planned.set(event.eventId, event);
      await table.write(put(newDeliveryItem(event, registration, nowMs)));
      return deliveryIdOf(event, registration.registrationId);
    },
    receiveNext,
    /** Handles messages until there is none. */
    drain: async (maxMessages = MAX_MESSAGES): Promise<void> => {
      for (let count = 0; queue.length > 0; count++) {
        if (count === maxMessages) throw new Error('The deliveries do not come to an end');
        await receiveNext();
      }
    },
    deliver: (deliveryId: string) => deliver(deliveryId, effects),
    sweep: () => sweepDeliveries(effects),
    delivery: async (deliveryId: string): Promise<Delivery> => {
      const item = await deliveryItem(deliveryId);
      if (!item) throw new Error('There is no such delivery');
      return fromDeliveryItem(item);
    },
    deliveryItem,
    deliveriesOf: async ({ registration: { registrationId } }: Registered): Promise<readonly Delivery[]> => {
      const ids = [...planned.values()].map((event) => deliveryIdOf(event, registrationId)).sort();
      const items = await Promise.all(ids.map(deliveryItem));
      return items.flatMap((item) => (item ? [fromDeliveryItem(item)] : []));
    },
    attempts: async (deliveryId: string): Promise<readonly RecordedAttempt[]> =>
      (await readDeliveryWithAttempts(table, sessionScope(accountId), deliveryId))?.attempts ?? [],
  };
};

/** The delivery path of one test. */
export type World = Awaited<ReturnType<typeof makeWorld>>;
