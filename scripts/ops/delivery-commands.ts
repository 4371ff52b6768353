import * as v from 'valibot';
import { UserError } from '#scripts/local-cloud/user-error';
import type { AuditedState } from '#shared/audit/audit-body';
import type { Operations, Refusals } from '#shared/db/named-operations';
import { moment } from '#shared/http/schemas/time-range';
import { isoTime } from '#shared/platform/clock';
import { reactivationWrites } from '#shared/webhooks/deliveries/conclusions/reactivation';
import { findDelivery } from '#shared/webhooks/deliveries/records/delivery';
import { recoverAbandoned } from '#shared/webhooks/deliveries/recover';
import { resendWrites } from '#shared/webhooks/deliveries/resend';
import { readRecoverable } from '#shared/webhooks/delivery-log/log-pages';
import { RECOVERED_STATUSES, recoverableFrom, recoveryWrites } from '#shared/webhooks/delivery-log/recovery';
import { findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { makeAuditedChange, type RequestedChange } from './audited-change.ts';
import type { OpsCommand, OpsEffects, OpsSettings } from './command.ts';
import { countDeadLetters, redrive, showDeadLetters } from './dead-letters.ts';

type Effects = Pick<OpsEffects, 'table' | 'clock'>;

/** By whom a change is made, and whether really. */
type ChangeSettings = Pick<OpsSettings, 'dryRun' | 'userName'>;

/** Makes a change that is conditional on what is stored, but not built from it. */
const changeOnce = (
  request: RequestedChange,
  { done, operations, after }: { readonly done: string; readonly operations: Operations; readonly after: AuditedState },
  refused: (refusals: Refusals) => string,
  effects: Effects,
): Promise<string> => {
  const change = { operations, before: null, after };
  return makeAuditedChange(request, { state: {}, records: {}, plan: () => ({ done, change }), refused }, effects);
};

/** Sends an ended delivery again, as its owner can; see `resend-delivery`. */
const resend = async (deliveryId: string, by: ChangeSettings, effects: Effects): Promise<string> => {
  const { table, clock } = effects;
  const delivery = await findDelivery(table, deliveryId);
  if (!delivery) throw new UserError(`Delivery ${deliveryId} does not exist.`);
  const { accountId, registrationId, endedAt } = delivery;
  const isOpen = `${deliveryId} has not ended: it will be tried again.`;
  const isInactive = `${registrationId} is deleted or inactive.`;
  if (endedAt === undefined) throw new UserError(isOpen);
  if (!(await findRegistration(table, accountId, registrationId))?.isActive) throw new UserError(isInactive);
  return changeOnce(
    { action: 'delivery.resent', target: deliveryId, ...by },
    {
      done: `${deliveryId} will be sent to ${registrationId} within two minutes`,
      operations: resendWrites(delivery, clock()),
      after: { registrationId },
    },
    (refusals) => (refusals['delivery'] ? isOpen : isInactive),
    effects,
  );
};

/** Recovers what a registration missed, as its owner can; see `recover-deliveries` of the API. */
const recover = async (
  [accountId, registrationId, given]: readonly [string, string, string],
  by: ChangeSettings,
  effects: Effects,
): Promise<string> => {
  const { table, clock } = effects;
  const nowMs = clock();
  const read = v.safeParse(moment('<since>', 'first'), given);
  if (!read.success) throw new UserError(`${read.issues[0].message}.`);
  const since = read.output;
  if (since < recoverableFrom(nowMs)) throw new UserError('Deliveries are kept for 30 days.');
  const registration = await findRegistration(table, accountId, registrationId);
  if (!registration) throw new UserError(`Account ${accountId} has no registration ${registrationId}.`);
  const range = await readRecoverable(table, registrationId, { since, statuses: RECOVERED_STATUSES }, nowMs);
  if (range.count === 0) return `${registrationId} has missed no delivery since ${since}.`;
  return changeOnce(
    { action: 'deliveries.recovered', target: registrationId, ...by },
    {
      done: `${range.count} deliveries that ${registrationId} missed since ${since} will be sent, up to 300 a minute`,
      operations: recoveryWrites(registration, { since, startedAt: isoTime(nowMs), range }, nowMs),
      after: { since, count: range.count },
    },
    (refusals) =>
      refusals['registration']
        ? `${registrationId} is inactive. See reactivate-registration.`
        : `A recovery of ${registrationId} is running already.`,
    effects,
  );
};

/** Reactivates a registration that was deactivated, whatever its environment. */
const reactivate = async (
  accountId: string,
  registrationId: string,
  by: ChangeSettings,
  effects: Effects,
): Promise<string> => {
  const missing = `Account ${accountId} has no registration ${registrationId}.`;
  if (!(await findRegistration(effects.table, accountId, registrationId))) throw new UserError(missing);
  return changeOnce(
    { action: 'registration.reactivated', target: registrationId, ...by },
    {
      done: `${registrationId} receives webhooks again`,
      operations: reactivationWrites(accountId, registrationId, effects.clock()),
      after: { isActive: true },
    },
    () => missing,
    effects,
  );
};

/** An operator's commands on webhook deliveries and dead letters. */
export const DELIVERY_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'dead-letters': {
    parameters: [],
    readsOnly: true,
    summary: 'counts the dead letters of every queue',
    run: (_, effects) => countDeadLetters(effects),
  },
  'show-dead-letters': {
    parameters: ['<queue>'],
    readsOnly: true,
    summary: 'shows what the dead letters of a queue are about; they stay there',
    run: ([name = ''], effects) => showDeadLetters(name, effects),
  },
  redrive: {
    parameters: ['<queue>'],
    options: ['dry-run'],
    summary: 'sends the dead letters of a queue to it again',
    run: ([name = ''], effects, { dryRun, userName }) => redrive({ name, dryRun, userName }, effects),
  },
  resend: {
    parameters: ['<whd_…>'],
    options: ['dry-run'],
    summary: 'sends an ended webhook delivery again, with the same id and body',
    run: ([deliveryId = ''], effects, { dryRun, userName }) => resend(deliveryId, { dryRun, userName }, effects),
  },
  recover: {
    parameters: ['<usr_…>', '<whk_…>', '<since>'],
    options: ['dry-run'],
    summary: 'sends every delivery again that a webhook registration missed since a time or a day',
    run: ([accountId = '', registrationId = '', since = ''], effects, { dryRun, userName }) =>
      recover([accountId, registrationId, since], { dryRun, userName }, effects),
  },
  'recover-deliveries': {
    parameters: [],
    summary: 'retries every webhook delivery that was given up because its workers died',
    run: async (_, effects) =>
      `${await recoverAbandoned(effects)} deliveries will be retried; the sweep sends them within two minutes.`,
  },
  'reactivate-registration': {
    parameters: ['<usr_…>', '<whk_…>'],
    summary: 'reactivates a deactivated webhook registration of an account, with its id and secret',
    options: ['dry-run'],
    run: ([accountId = '', registrationId = ''], effects, { dryRun, userName }) =>
      reactivate(accountId, registrationId, { dryRun, userName }, effects),
  },
};
