import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import { parkedDeliveries } from '#shared/webhooks/deliveries/limits/parking';
import { type Delivery, findDelivery } from '#shared/webhooks/deliveries/records/delivery';
import type { SendDelivery } from '#shared/webhooks/deliveries/records/delivery-queue';
import { resendingWrite } from '#shared/webhooks/deliveries/records/delivery-writes';
import { findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { deliveryLogKeys } from './keys.ts';
import { firstNumber, type LogEntry } from './log-page.ts';
import { countsOf, type IsWanted, readLogRange, readWanted } from './log-range.ts';
import { fromRecoveryItem, RECOVERED_STATUSES, type Recovery, recoveryEnd, stepClaim, stepWrite } from './recovery.ts';

/** Deliveries that a step sends, once a minute: 5 a second, of the 20 that a registration may have in progress. */
const MAX_STEP = 300;

/** The span over which the messages of a step are spread. The next step follows. */
const SPREAD_MS = 55_000;

/** Deliveries that are handled in parallel. */
const PARALLEL = 25;

/** The effects of a step. */
export interface RecoveryEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly send: SendDelivery;
  readonly log: Logger;
}

const isRecovered: IsWanted = ({ status }) => RECOVERED_STATUSES.some((recovered) => recovered === status);

/** The entries of a step, and the number from which others are left after it; undefined after the last step. */
interface Step {
  readonly entries: readonly LogEntry[];
  readonly nextNumber: number | undefined;
}

/** The next entries of a recovery, in the order of the log. */
const nextStep = async ({ registrationId, since, nextNumber, lastNumber }: Recovery, table: Table): Promise<Step> => {
  const all = await readLogRange(table, registrationId, { from: since }, { newest: 1, isCounted: true });
  const range = { ...all, first: Math.max(all.first, nextNumber), last: Math.min(all.last, lastNumber) };
  const pageNumbers = [...countsOf(range, isRecovered)]
    .flatMap(([pageNumber, count]) => (count > 0 ? pageNumber : []))
    .sort((one, other) => one - other);
  const read = pageNumbers.slice(0, MAX_STEP);
  const found = (await readWanted(table, range, read, isRecovered)).toReversed();
  const left = found[MAX_STEP];
  if (left) return { entries: found.slice(0, MAX_STEP), nextNumber: left.number };
  const nextPage = pageNumbers[MAX_STEP];
  return { entries: found, nextNumber: nextPage === undefined ? undefined : firstNumber({ pageNumber: nextPage }) };
};

/**
 * Whether a delivery is unchanged since the recovery was started: sent again neither by its owner nor by an earlier
 * step.
 */
const isLeft = (delivery: Delivery, { startedAt }: Recovery): boolean =>
  isRecovered(delivery) && delivery.endedAt !== undefined && delivery.endedAt <= startedAt;

/** Sends one delivery again. If its message is lost, the sweep finds it due. */
const recoverOne = async (
  { deliveryId, registrationId }: LogEntry,
  recovery: Recovery,
  delayMs: number,
  { table, clock, send }: RecoveryEffects,
): Promise<boolean> => {
  const delivery = await findDelivery(table, deliveryId);
  if (!delivery || !isLeft(delivery, recovery)) return false;
  const dueAtMs = clock() + delayMs;
  const { written } = await table.write(resendingWrite(delivery, { trigger: 'recovery', dueAtMs }));
  if (written) await send({ deliveryId, registrationId, delayMs }).catch(() => undefined);
  return written;
};

const recoverAll = async (
  entries: readonly LogEntry[],
  recovery: Recovery,
  effects: RecoveryEffects,
): Promise<number> => {
  let count = 0;
  for (let start = 0; start < entries.length; start += PARALLEL) {
    const results = await allEnded(
      entries
        .slice(start, start + PARALLEL)
        .map((entry, index) => recoverOne(entry, recovery, ((start + index) * SPREAD_MS) / MAX_STEP, effects)),
    );
    count += results.filter(Boolean).length;
  }
  return count;
};

/**
 * Takes one step of a recovery: sends up to 300 deliveries again, spread over the minute until the next step. It sends
 * none while deliveries of the registration wait for their turn. A step is repeated after a fault, and sends each
 * delivery once. A recovery ends with the last of them, or when its registration is deleted or inactive.
 *
 * @param overdue the recovery as the sweep read it.
 */
export const advanceRecovery = async (overdue: Item, effects: RecoveryEffects): Promise<void> => {
  const { table, clock, log } = effects;
  const recovery = fromRecoveryItem(overdue);
  const { registrationId, accountId } = recovery;
  if (!(await table.write(stepClaim(recovery, clock()))).written) return;
  const [registration, parked] = await allEnded([
    findRegistration(table, accountId, registrationId),
    parkedDeliveries(table, registrationId, 1),
  ]);
  if (!registration?.isActive) {
    await table.write(recoveryEnd(recovery));
    return log.warn('RECOVERY_ENDED', { registrationId, reason: 'registration_inactive' });
  }
  if (parked.length > 0) return;
  const { entries, nextNumber } = await nextStep(recovery, table);
  const count = await recoverAll(entries, recovery, effects);
  log.info('DELIVERIES_RECOVERED', { registrationId, count });
  if (nextNumber !== undefined) await table.write(stepWrite(recovery, nextNumber));
  else {
    await table.write(recoveryEnd(recovery));
    log.info('RECOVERY_ENDED', { registrationId });
  }
};

/** Takes the next step of the recovery of a registration, if one runs. The first follows as soon as it is started. */
export const continueRecovery = async (registrationId: string, effects: RecoveryEffects): Promise<void> => {
  const recovery = await effects.table.get(deliveryLogKeys.recovery(registrationId));
  if (recovery) await advanceRecovery(recovery, effects);
};
