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

/** The statuses of the deliveries that a recovery sends again. */
export const RECOVERED_STATUSES = ['failed', 'skipped'] as const satisfies readonly DeliveryStatus[];

/** The time until the next step of a recovery. The sweep that takes it runs every minute. */
const STEP_MS = 50_000;

const recoverySchema = v.object({
  registrationId: v.string(),
  accountId: v.string(),
  /** The deliveries planned since then are recovered. */
  since: v.string(),
  /** Deliveries that ended later are not recovered. */
  startedAt: v.string(),
  /** How many deliveries there were to recover when it was started. */
  count: v.number(),
  /** The number in the log from which deliveries are left. */
  nextNumber: v.number(),
  lastNumber: v.number(),
  /** Index attribute: the value that a sweep read. */
  gsi4sk: v.string(),
});

/** A running recovery of the deliveries of a registration. */
export type Recovery = v.InferOutput<typeof recoverySchema>;

/** The recovery that an item holds. */
export const fromRecoveryItem = (item: Item): Recovery => v.parse(recoverySchema, item);

/** How far a caller's clock may be behind: the earliest allowed time is accepted by that clock. */
const SLACK_MS = 60_000;

/** The earliest time since which deliveries can be recovered: 30 days and one minute of tolerance ago. */
export const recoverableFrom = (nowMs: number): string => isoTime(nowMs - DELIVERY_KEPT_SECONDS * 1000 - SLACK_MS);

/** The parameters of a new recovery. */
export interface RecoveryRequest {
  readonly since: string;
  readonly startedAt: string;
  readonly range: RecoverableRange;
}

/**
 * The writes that start a recovery. The queue's message takes its first step, the sweep the others. `recovery` refuses
 * while one runs. `registration` refuses when that is deleted or inactive.
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

/**
 * The write by which one of several sweeps takes the next step of a recovery. If that sweep dies, the next one takes
 * it.
 */
export const stepClaim = ({ registrationId, gsi4sk }: Recovery, nowMs: number): WriteOperation =>
  update(deliveryLogKeys.recovery(registrationId), {
    set: overdueFrom(registrationId, nowMs + STEP_MS),
    when: { gsi4sk: { equals: gsi4sk } },
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
