import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { put } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import { newWidget, toWidgetItem } from '#shared/onboarding/widgets/widget';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { validConfig } from '#tests/support/onboarding';
import type { ReceivedWebhook, WebhookReceiver } from '#tests/support/webhook-receiver';
import type { DeployedService } from './deployed.ts';

/** An account whose apps each have a registration, and the receiver of their webhooks. */
export interface Customer {
  readonly accountId: string;
  readonly apps: readonly string[];
}

/** Creates an account with this many apps, each with its own registration. */
export const newCustomer = async (
  { table, vault }: DeployedService,
  registrations: number,
  endpointOf: (index: number) => string,
): Promise<Customer> => {
  const nowMs = Date.now();
  const accountId = newId('usr', nowMs);
  const apps: string[] = [];
  for (let index = 0; index < registrations; index++) {
    const config = v.parse(widgetConfigSchema, validConfig());
    const body = { name: 'Sellers', environment: 'sandbox', templateId: 'blank', config } as const;
    const widget = newWidget({ accountId, environment: body.environment }, body, vault, nowMs);
    const draft = { accountId, appId: widget.id, environment: 'sandbox', serviceType: 'kyc_widget' } as const;
    const { registration } = newRegistration({ ...draft, endpoint: endpointOf(index) }, vault, nowMs);
    await table.transact({ widget: put(toWidgetItem(widget, 1)), ...registrationWrites(registration) });
    apps.push(widget.id);
  }
  return { accountId, apps };
};

/** Writes the event that a state change would write. Returns the mark that its webhook will carry. */
export const changeState = async (
  { table }: DeployedService,
  { accountId }: Customer,
  widgetId: string,
): Promise<string> => {
  const mark = randomUUID();
  const nowMs = Date.now();
  const data = {
    applicantId: mark,
    widgetId,
    environment: 'sandbox',
    referenceId: null,
    createdBy: 'account',
    createdAt: isoTime(nowMs),
  } as const;
  await table.write(emit({ type: 'kyb.applicant.created', accountId, environment: 'sandbox', widgetId, data }, nowMs));
  return mark;
};

const markOf = ({ rawBody }: ReceivedWebhook): string => JSON.parse(String(rawBody)).data.applicantId;

/** When each marked webhook first arrived. */
export const arrivals = ({ received }: WebhookReceiver): ReadonlyMap<string, number> =>
  new Map([...received].reverse().map((webhook) => [markOf(webhook), webhook.receivedAtMs]));
