import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { SERVICE_TYPES } from '#shared/events/catalogue';
import { eventKeys } from '#shared/events/keys';
import { settledWrite } from '#shared/events/outbox';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { env } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { ANSWERS, response, sessionOf, submit } from '#tests/integration/assessment/submissions';
import { configWithModules, createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { eventsOf } from '#tests/support/outbox';
import { createTable } from '#tests/support/setup/table';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import type { Path } from './path.ts';

/** An applicant whose session is complete and can be submitted, and whose owner receives all events. */
export interface Journey {
  readonly accountId: string;
  readonly widget: Widget;
  readonly applicantId: string;
  readonly session: EmbedSession;
  readonly receiver: WebhookReceiver;
}

/** The events of a submission, each with one delivery. */
export const NOTIFIED = ['kyb.applicant.decision', 'kyb.applicant.submitted', 'verification.cac.completed'];

/** The cost of a session and its check. */
export const CHARGED_KOBO = 50_000 + 20_000;

/** Gives a test file its own table, so that every delivery in it is the file's. */
export const useOwnTable = async (): Promise<void> => {
  const tableName = `faults-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  process.env['TABLE_NAME'] = tableName;
};

/** Marks all events so far as published. */
const settleEventsOf = async (accountId: string): Promise<void> => {
  for (const { eventId } of await eventsOf(accountId)) {
    await serviceTable().write(settledWrite(eventKeys.outboxEvent(accountId, eventId), 'publishedAt', Date.now()));
  }
};

/** Takes an applicant up to its submission. */
export const completedJourney = async (): Promise<Journey> => {
  const receiver = await webhookReceiver();
  onTestFinished(() => receiver.close());
  const accountId = newId('usr', Date.now());
  await openWalletsFor({ accountId });
  const config = configWithModules('cac_verification');
  const widget = await createWidgetFor({ accountId }, { config });
  const draft = { accountId, appId: widget.id, environment: 'sandbox', endpoint: receiver.url } as const;
  const registrations = SERVICE_TYPES.map(
    (serviceType) => newRegistration({ ...draft, serviceType }, TEST_VAULT_SECRET, Date.now()).registration,
  );
  for (const registration of registrations) await serviceTable().transact(registrationWrites(registration));
  const created = await createApplicantFor({ accountId }, widget);
  await settleEventsOf(accountId);
  return {
    accountId,
    widget,
    receiver,
    applicantId: created.applicant.id,
    session: await response(widget, created.session, ANSWERS),
  };
};

/** Submits as an applicant does, who tries again if no response arrives. */
export const submitJourney = async (path: Path, { widget, session }: Journey, revive: () => unknown): Promise<void> => {
  try {
    await submit(path.table, widget, session, path.now());
  } catch {
    revive();
    await submit(path.table, widget, await sessionOf({ sessionId: session.id }), path.now());
  }
};

/** The delivery id of a POST, as a receiver reads it. */
export const deliveryIdOf = ({ headers }: WebhookReceiver['received'][number]): string =>
  String(headers['x-service-delivery']);

/** Responds 500 to the first POST of each delivery, so that a second one follows. */
export const failFirst = ({ receiver }: Journey): void =>
  receiver.respondWith((post) => {
    const sameDelivery = receiver.received.filter((other) => deliveryIdOf(other) === deliveryIdOf(post));
    return { status: sameDelivery.length === 1 ? 500 : 200 };
  });
