import { randomUUID } from 'node:crypto';
import { serviceTable } from '#shared/db/client';
import { shardOf } from '#shared/db/shard';
import { EVENTS } from '#shared/events/catalogue';
import { emit, type ServiceEvent } from '#shared/events/outbox';
import { CHECK_SHARDS } from '#shared/monitoring/checks/keys';
import { leasedSchedule, scheduleAttributes } from '#shared/monitoring/checks/schedule';
import { findScheduledCheck, moveCheck } from '#shared/monitoring/vendors/scheduled-check';
import { startWrites } from '#shared/monitoring/vendors/start-monitoring';
import { creationWrites, newExport } from '#shared/onboarding/exports/applicant-export';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { loadWallet } from '#shared/wallet/wallet';
import { changeAutoTopUp } from '#shared/wallet/wallet-settings';
import { deliveryIdOf } from '#shared/webhooks/deliveries/records/delivery';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { submitted } from '#tests/integration/assessment/submissions';
import { recorded, watchedVendor } from '#tests/integration/monitoring/fan-out-world';
import type { SignedInAccount } from '#tests/support/accounts';
import { createAddressFor } from '#tests/support/addresses';
import { createCompanyFor } from '#tests/support/companies';
import { deliveryState, stateRecord } from '#tests/support/logged-deliveries';
import { bounceReport } from '#tests/support/mail-reports';
import { createApplicantFor } from '#tests/support/onboarding';
import { insertOf } from '#tests/support/outbox-records';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { mustInvoke } from './invoke.ts';
import type { MainCase } from './main-case.ts';
import { accountWithWidget } from './people.ts';

const register = async ({ accountId }: SignedInAccount, appId: string, endpoint: string) => {
  const draft = { accountId, appId, environment: 'sandbox', serviceType: 'kyc_widget', endpoint } as const;
  const { registration } = newRegistration(draft, TEST_VAULT_SECRET, Date.now());
  await serviceTable().transact(registrationWrites(registration));
  return registration;
};

/** An account with a registration for its own widget. */
export const registered = async (endpoint = 'http://127.0.0.1:9/webhooks') => {
  const { account, widget } = await accountWithWidget();
  return { account, widget, registration: await register(account, widget.id, endpoint) };
};

/** What a queue passes to its consumer: one message. */
export const queueEvent = (body: unknown): unknown => ({
  Records: [{ messageId: randomUUID(), body: JSON.stringify(body), attributes: {}, messageAttributes: {} }],
});

/** What the queue of a rule of the bus passes to its consumer: one event. */
export const busMessage = (event: ServiceEvent): unknown => queueEvent({ 'detail-type': event.type, detail: event });

const passed = (moduleId: string) => ({ moduleId, status: 'passed', reasonCodes: [] });

/**
 * A decision on an applicant of a typical widget. It is well above a kilobyte, at which the digits of times and shards
 * would decide about a unit.
 */
export const decision = ({ accountId }: SignedInAccount, widgetId: string): ServiceEvent => ({
  eventId: newId('sev', Date.now()),
  type: 'kyb.applicant.decision',
  accountId,
  environment: 'sandbox',
  widgetId,
  occurredAt: isoTime(Date.now()),
  data: {
    ...EVENTS['kyb.applicant.decision'].example,
    modules: ['business_profile', 'cac_verification', 'tin_verification'].map(passed),
  },
});

const newVendor = () => createCompanyFor({ accountId: newId('usr', Date.now()) });

/** Watches a vendor, so that its first check is due. */
const watch = async (vendor: Awaited<ReturnType<typeof newVendor>>): Promise<void> => {
  const dueMs = Date.now() - 1000;
  const attributes = { activeWatches: 1, ...scheduleAttributes(vendor.id, dueMs) };
  await serviceTable().transact(startWrites(vendor, dueMs, attributes));
};

/** Hands a check out, as the schedule does. */
const handedOut = async (vendorId: string): Promise<unknown> => {
  const scheduled = await findScheduledCheck(serviceTable(), vendorId);
  if (!scheduled) throw new Error('The vendor has no check');
  const leased = leasedSchedule(vendorId, Date.now());
  await serviceTable().write(moveCheck(scheduled, leased));
  return queueEvent({ vendorId, place: leased.gsi4sk });
};

/** Emits a decision, and returns the stream's record of it. */
export const emittedDecision = async ({ accountId }: SignedInAccount, widgetId: string): Promise<unknown> => {
  const type = 'kyb.applicant.decision';
  const data = { ...EVENTS[type].example, modules: [] };
  const emitted = emit({ type, accountId, environment: 'sandbox', widgetId, data }, Date.now());
  if (emitted.kind !== 'put') throw new Error('An event is put');
  await serviceTable().transact([emitted]);
  return { Records: [insertOf(emitted.item, '1')] };
};

/** The main case of every function behind the API that calls the table. */
export const consumerCases: Readonly<Record<string, MainCase>> = {
  'publish-events': async () => {
    const { account, widget } = await registered();
    // Its feed has a page, as those of all but new accounts.
    await mustInvoke('publish-events', await emittedDecision(account, widget.id));
    return emittedDecision(account, widget.id);
  },
  'sweep-events': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'send-mails': async () =>
    queueEvent({
      kind: 'mail',
      id: randomUUID(),
      mail: {
        to: `ada.${randomUUID()}@example.com`,
        template: 'autoTopUpStopped',
        data: { environment: 'live', amountKobo: 100_000, failureCount: 3, stoppedAt: isoTime(Date.now()) },
      },
      accountId: newId('usr', Date.now()),
    }),
  'send-codes': async () =>
    queueEvent({
      kind: 'mail',
      id: randomUUID(),
      mail: {
        to: `ada.${randomUUID()}@example.com`,
        template: 'verificationCode',
        data: { code: '048291', validMinutes: 10, signedUpAt: isoTime(Date.now()) },
      },
      accountId: newId('usr', Date.now()),
      sendBeforeMs: Date.now() + 600_000,
    }),
  'suppress-addresses': async () => queueEvent(JSON.parse(bounceReport({ to: `ada.${randomUUID()}@example.com` }))),
  'mail-wallet-notices': async () => {
    const { account } = await accountWithWidget();
    const { accountId } = account;
    const type = 'wallet.balance.low';
    const eventId = newId('sev', Date.now());
    const occurredAt = isoTime(Date.now());
    const data = EVENTS[type].example;
    return busMessage({ eventId, type, accountId, environment: 'live', widgetId: null, occurredAt, data });
  },
  'renew-watches': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'mail-watch-notices': async () => {
    const { account } = await accountWithWidget();
    const { accountId } = account;
    const type = 'monitoring.watch.paused';
    const eventId = newId('sev', Date.now());
    const occurredAt = isoTime(Date.now());
    const data = EVENTS[type].example;
    return busMessage({ eventId, type, accountId, environment: 'live', widgetId: null, occurredAt, data });
  },
  // In the sandbox, whose payments need no provider.
  'top-up-wallets': async () => {
    const { account } = await accountWithWidget();
    const { accountId } = account;
    const environment = 'sandbox';
    const wallet = await loadWallet(serviceTable(), { accountId, environment });
    const settings = { enabled: true, thresholdKobo: wallet.balanceKobo + 1, amountKobo: 10_000 };
    const changed = changeAutoTopUp(wallet, settings, Date.now());
    if (!changed) throw new Error('Automatic top-ups were on');
    await serviceTable().write(changed.operation);
    const type = 'wallet.top_up.due';
    const data = {};
    const eventId = newId('sev', Date.now());
    const occurredAt = isoTime(Date.now());
    return busMessage({ eventId, type, accountId, environment, widgetId: null, occurredAt, data });
  },
  // Three modules that all pass, as in a typical widget.
  'assess-applicant': async () => busMessage((await submitted()).event),
  'mail-applicant-notices': async () => busMessage((await submitted()).event),
  'expire-applicants': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'book-visit': async () => {
    const { account } = await accountWithWidget();
    const { reference } = await createAddressFor(account);
    return queueEvent({ addressVerification: reference });
  },
  // For one applicant.
  'write-export': async () => {
    const { account, widget } = await accountWithWidget();
    const { accountId } = account;
    await createApplicantFor(account, widget, {}, Date.now() - 1000);
    const nowMs = Date.now();
    const made = newExport({ accountId, environments: ['sandbox', 'live'] }, {}, undefined, nowMs);
    await serviceTable().transact(creationWrites(made, nowMs));
    const type = 'kyb.export.requested';
    const data = { exportId: made.id };
    const eventId = newId('sev', nowMs);
    return busMessage({
      eventId,
      type,
      accountId,
      environment: 'sandbox',
      widgetId: null,
      occurredAt: isoTime(nowMs),
      data,
    });
  },
  'sweep-visits': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  // For one watcher.
  'fan-out-alerts': async () => queueEvent((await recorded(await watchedVendor({ watchers: 1 }))).fanOut),
  'sweep-fan-outs': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'erase-chats': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'erase-applicants': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'sweep-files': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'plan-vendor-checks': async () => {
    const event = { 'detail-type': 'Scheduled Event', detail: {} };
    // Removes what other cases left due, and uses a vendor of the first partition, so that the calls are always the
    // same.
    await mustInvoke('plan-vendor-checks', event);
    let vendor = await newVendor();
    while (shardOf(vendor.id, CHECK_SHARDS) !== 0) vendor = await newVendor();
    await watch(vendor);
    return event;
  },
  // Not its first check, and without a change, which is by far the most common case.
  'check-vendor': async () => {
    const vendor = await newVendor();
    await watch(vendor);
    await mustInvoke('check-vendor', await handedOut(vendor.id));
    return handedOut(vendor.id);
  },
  'remind-of-obligations': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'plan-delivery': async () => {
    const { account, widget } = await registered();
    return busMessage(decision(account, widget.id));
  },
  'deliver-webhook': async () => {
    const receiver = await webhookReceiver();
    const { account, widget, registration } = await registered(receiver.url);
    const event = decision(account, widget.id);
    await mustInvoke('plan-delivery', busMessage(event));
    return queueEvent({ deliveryId: deliveryIdOf(event, registration.registrationId) });
  },
  // The first change of a delivery, in a log that has others.
  'keep-lists': async () => {
    const { account, registration } = await registered();
    const logged = { accountId: account.accountId, status: 'delivered' } as const;
    const record = () => ({ Records: [stateRecord(deliveryState(registration.registrationId, logged), 1)] });
    await mustInvoke('keep-lists', record());
    return record();
  },
  'sweep-deliveries': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
};
