import * as v from 'valibot';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { DELIVERY_KEPT_SECONDS } from '#shared/webhooks/deliveries/records/delivery';
import type { DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';
import { overdueFrom } from '#shared/webhooks/deliveries/records/overdue';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { activeRegistrationCheck } from '#shared/webhooks/registrations/registration-repository';
import { deliveryLogKeys } from './keys.ts';
import type { RecoverableRange } from './log-pages.ts';

/** What a recovery sends again. */
export const RECOVERED_STATUSES = ['failed', 'skipped'] as const satisfies readonly DeliveryStatus[];

/** How long before the next step of a recovery: the sweep that makes them runs each minute. */
const STEP_MS = 50_000;

const recoverySchema = v.object({
  registrationId: v.string(),
  accountId: v.string(),
  /** From when on the deliveries were planned. */
  since: v.string(),
  /** What ended later is not recovered. */
  startedAt: v.string(),
  /** How many deliveries there were to recover when it was started. */
  count: v.number(),
  /** The numbers in the log that are left. */
  nextNumber: v.number(),
  lastNumber: v.number(),
  /** Index attribute: the value that a sweep read. */
  gsi2sk: v.string(),
});

/** A recovery of the deliveries of a registration that runs. */
export type Recovery = v.InferOutput<typeof recoverySchema>;

/** The recovery that an item holds. */
export const fromRecoveryItem = (item: Item): Recovery => v.parse(recoverySchema, item);

/** How far back the clock of a caller may be: the time that reaches furthest back is accepted as that caller has it. */
const SLACK_MS = 60_000;

/** The earliest time since when deliveries can be recovered: 30 days ago, and a minute more is let pass. */
export const recoverableFrom = (nowMs: number): string => isoTime(nowMs - DELIVERY_KEPT_SECONDS * 1000 - SLACK_MS);

/** What a recovery is started with. */
export interface RecoveryRequest {
  readonly since: string;
  readonly startedAt: string;
  readonly range: RecoverableRange;
}

/**
 * The writes that start a recovery; the queue's message takes its first step, the sweep the others. `recovery` refuses while one runs, `registration` when
 * that is deleted or inactive.
 */
export const recoveryWrites = (
  { accountId, registrationId }: Registration,
  { since, startedAt, range: { count, first, last } }: RecoveryRequest,
  nowMs: number,
): Readonly<Record<'recovery' | 'registration', WriteOperation>> => ({
  recovery: put({
    ...deliveryLogKeys.recovery(registrationId),
    registrationId,
    accountId,
    since,
    startedAt,
    count,
    nextNumber: first,
    lastNumber: last,
    overdueKind: 'recovery',
    ...overdueFrom(registrationId, nowMs),
    expiresAtSeconds: unixSeconds(nowMs) + DELIVERY_KEPT_SECONDS,
  }),
  registration: activeRegistrationCheck(accountId, registrationId),
});

/** The write by which one of several sweeps takes the next step of a recovery; if it dies, the next one does. */
export const stepClaim = ({ registrationId, gsi2sk }: Recovery, nowMs: number): WriteOperation =>
  update(deliveryLogKeys.recovery(registrationId), {
    set: overdueFrom(registrationId, nowMs + STEP_MS),
    when: { gsi2sk: { equals: gsi2sk } },
  });

/** The write that records a step: everything before this number is recovered. */
export const stepWrite = ({ registrationId, startedAt }: Recovery, nextNumber: number): WriteOperation =>
  update(deliveryLogKeys.recovery(registrationId), {
    set: { nextNumber },
    when: { startedAt: { equals: startedAt } },
  });

/** The write that ends a recovery. */
export const recoveryEnd = ({ registrationId, startedAt }: Recovery): WriteOperation =>
  remove(deliveryLogKeys.recovery(registrationId), { startedAt: { equals: startedAt } });
