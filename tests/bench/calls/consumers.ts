import { randomUUID } from 'node:crypto';
import { serviceTable } from '#shared/db/client';
import { EVENTS } from '#shared/events/catalogue';
import { emit, type ServiceEvent } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { loadWallet, walletVersion } from '#shared/wallet/wallet';
import { changeAutoTopUp } from '#shared/wallet/wallet-settings';
import { fromDeliveryItem } from '#shared/webhooks/deliveries/delivery';
import { deliveryLists } from '#shared/webhooks/deliveries/keys';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { submitted } from '#tests/integration/assessment/submissions';
import type { SignedInAccount } from '#tests/support/accounts';
import { createAddressFor } from '#tests/support/addresses';
import { deliveryState, stateRecord } from '#tests/support/logged-deliveries';
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

/** An account with a registration of a widget of its own. */
export const registered = async (endpoint = 'http://127.0.0.1:9/webhooks') => {
  const { account, widget } = await accountWithWidget();
  return { account, widget, registration: await register(account, widget.id, endpoint) };
};

/** What a queue passes to its consumer: one message. */
const queueEvent = (body: unknown): unknown => ({
  Records: [{ messageId: randomUUID(), body: JSON.stringify(body), attributes: {}, messageAttributes: {} }],
});

const busMessage = (event: ServiceEvent): unknown => queueEvent({ 'detail-type': event.type, detail: event });

const passed = (moduleId: string) => ({ moduleId, status: 'passed', reasonCodes: [] });

/** On a typical widget; well above a kilobyte, where the digits of times and shards would decide about a unit. */
const decision = ({ accountId }: SignedInAccount, widgetId: string): ServiceEvent => ({
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

/** The main case of every function behind the API that calls the table. */
export const consumerCases: Readonly<Record<string, MainCase>> = {
  'publish-events': async () => {
    const { account, widget } = await registered();
    const { accountId } = account;
    const type = 'kyb.applicant.decision';
    const data = { ...EVENTS[type].example, modules: [] };
    const emitted = emit({ type, accountId, environment: 'sandbox', widgetId: widget.id, data }, Date.now());
    if (emitted.kind !== 'put') throw new Error('An event is put');
    await serviceTable().transact([emitted]);
    return { Records: [insertOf(emitted.item, '1')] };
  },
  'sweep-events': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'send-mails': async () =>
    queueEvent({
      kind: 'mail',
      mail: {
        to: `ada.${randomUUID()}@example.com`,
        template: 'verificationCode',
        data: { code: '048291', validMinutes: 10, signedUpAt: isoTime(Date.now()) },
      },
      accountId: newId('usr', Date.now()),
      sendBeforeMs: Date.now() + 600_000,
    }),
  'mail-wallet-notices': async () => {
    const { account } = await accountWithWidget();
    const { accountId } = account;
    const type = 'wallet.balance.low';
    const eventId = newId('sev', Date.now());
    const occurredAt = isoTime(Date.now());
    const data = EVENTS[type].example;
    return busMessage({ eventId, type, accountId, environment: 'live', widgetId: null, occurredAt, data });
  },
  // In the sandbox, whose payments ask no provider.
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
    const data = { walletVersion: walletVersion(changed.wallet) };
    const eventId = newId('sev', Date.now());
    const occurredAt = isoTime(Date.now());
    return busMessage({ eventId, type, accountId, environment, widgetId: null, occurredAt, data });
  },
  // Three modules that all pass: a typical widget.
  'assess-applicant': async () => busMessage((await submitted()).event),
  'mail-applicant-notices': async () => busMessage((await submitted()).event),
  'expire-applicants': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'book-visit': async () => {
    const { account } = await accountWithWidget();
    const { reference } = await createAddressFor(account);
    return queueEvent({ addressVerification: reference });
  },
  'sweep-visits': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'sweep-files': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
  'plan-delivery': async () => {
    const { account, widget } = await registered();
    return busMessage(decision(account, widget.id));
  },
  'deliver-webhook': async () => {
    const receiver = await webhookReceiver();
    const { account, widget, registration } = await registered(receiver.url);
    await mustInvoke('plan-delivery', busMessage(decision(account, widget.id)));
    const partition = deliveryLists.deliveriesOfRegistration(registration.registrationId);
    const [planned] = await serviceTable().queryAll({ index: 'gsi1', partition });
    if (!planned) throw new Error('No delivery was planned');
    const { deliveryId } = fromDeliveryItem(planned);
    return queueEvent({ deliveryId });
  },
  // The first change of a delivery: its entry, its number and its count.
  'log-deliveries': async () => {
    const { account, registration } = await registered();
    const state = deliveryState(registration.registrationId, { accountId: account.accountId, status: 'delivered' });
    return { Records: [stateRecord(state, 1)] };
  },
  'sweep-deliveries': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),
};
