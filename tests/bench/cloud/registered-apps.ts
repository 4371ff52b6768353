import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nextPlace, readHead } from '#shared/db/lists/counted-list';
import type { Operations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { emit } from '#shared/events/outbox';
import { requireApp } from '#shared/onboarding/widgets/apps';
import { newWidget } from '#shared/onboarding/widgets/widget';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { addWidget, widgetListOf } from '#shared/onboarding/widgets/widget-repository';
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

const must = async (table: Table, operations: Operations): Promise<void> => {
  const result = await table.transact(operations);
  if (!result.written) throw new Error(`The product refused: ${Object.keys(result.refusals).join(', ')}`);
};

/**
 * Creates an account with this many apps, each with its own registration, as the functions of the API write them.
 *
 * @throws Error when the product refuses one, such as beyond a limit.
 */
export const newCustomer = async (
  { table, vault }: DeployedService,
  registrations: number,
  endpointOf: (index: number) => string,
): Promise<Customer> => {
  const accountId = newId('usr', Date.now());
  const scope = { accountId, environment: 'sandbox' } as const;
  const apps: string[] = [];
  let head = await readHead(table, widgetListOf(scope));
  for (let index = 0; index < registrations; index++) {
    const config = v.parse(widgetConfigSchema, validConfig());
    const body = { name: 'Sellers', environment: 'sandbox', templateId: 'blank', config } as const;
    const place = nextPlace(head, Date.now());
    const widget = newWidget(scope, body, vault, place.atMs);
    await must(table, addWidget(widget, place));
    head = { lastNumber: place.number, newestAtMs: place.atMs };
    const draft = { ...scope, appId: widget.id, serviceType: 'kyc_widget', endpoint: endpointOf(index) } as const;
    const { registration } = newRegistration(draft, vault, Date.now());
    await must(table, { ...registrationWrites(registration), app: requireApp(scope, widget.id) });
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
