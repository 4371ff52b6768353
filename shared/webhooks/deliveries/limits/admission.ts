import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import { hasSucceeded } from '#shared/webhooks/deliveries/records/attempt-outcome';
import type { BreakerState, EndedAttempt } from './breaker.ts';
import { type StoredBreaker, type UpdatedBreaker, updateBreaker } from './breaker-store.ts';
import { enterHost, type HostRequest, recordHostAnswer } from './host-admission.ts';
import { acquirePermit, type Passed, releasePermit } from './permits.ts';

/*
 * All limits of an attempt in one place: what it takes from its registration and its host before it is made, and gives
 * back once it has ended (docs/decisions/0012, 0055).
 */

/** The breakers that a delivery must pass. */
export interface Breakers {
  readonly registration: StoredBreaker;
  /** The breaker of its endpoint's host. */
  readonly host: StoredBreaker;
}

/** The right to make one attempt now. */
export interface Admission {
  readonly registration: Passed;
  readonly host: Passed;
}

/** The right to make one attempt or, if there is none, the current breakers. */
export type AdmissionAnswer = { readonly admission: Admission } | { readonly refusedBy: Breakers };

/**
 * Requests one more attempt from the registration and then its host, starting from their breakers as they were read.
 */
export const admit = async (table: Table, breakers: Breakers, request: HostRequest): Promise<AdmissionAnswer> => {
  const registration = await acquirePermit(table, breakers.registration, request);
  const { permit, breaker } = registration;
  if (!permit) return { refusedBy: { ...breakers, registration: breaker } };
  const host = await enterHost(table, breakers.host, request);
  if (host) return { admission: { registration, host } };
  const left = await releasePermit(table, breaker.ownerId, permit, { nowMs: request.nowMs, delivered: false });
  return { refusedBy: { ...breakers, registration: left } };
};

/** Gives back the permits of an attempt that was not made. If that fails too, their leases expire. */
export const cancelAdmission = async (
  table: Table,
  { registration, host }: Admission,
  nowMs: number,
): Promise<void> => {
  await Promise.allSettled(
    [registration, host].map(
      ({ breaker, permit }) => permit && releasePermit(table, breaker.ownerId, permit, { nowMs, delivered: false }),
    ),
  );
};

/** Updates a breaker with the outcome of the attempt and releases its permit. Returns the breaker after that. */
const endPassed = async (
  table: Table,
  { breaker: seen, permit }: Passed,
  ended: EndedAttempt,
): Promise<UpdatedBreaker> => {
  // Updated before the release, from what the attempt saw, so that nobody takes the permit of a probe that hung.
  const updated = await updateBreaker(table, seen, ended);
  if (!permit) return updated;
  const given = { nowMs: ended.nowMs, delivered: hasSucceeded(ended.outcome) };
  const left = await releasePermit(table, seen.ownerId, permit, given);
  return updated.breaker === seen ? updateBreaker(table, left, ended) : { ...updated, breaker: left };
};

/** The breakers after an attempt, and how it changed them. */
export interface EndedAdmission {
  readonly breakers: Breakers;
  readonly changes: Readonly<Record<keyof Breakers, BreakerState['status'] | undefined>>;
}

/** Records in the breakers of the registration and its host how an attempt ended, and gives back its permits. */
export const endAdmission = async (
  table: Table,
  admission: Admission,
  ended: EndedAttempt,
): Promise<EndedAdmission> => {
  const [registration, host] = await allEnded([
    endPassed(table, admission.registration, ended),
    endPassed(table, admission.host, ended),
  ]);
  const answered = hasSucceeded(ended.outcome);
  return {
    breakers: {
      registration: registration.breaker,
      host: answered ? await recordHostAnswer(table, host.breaker, ended.nowMs) : host.breaker,
    },
    changes: { registration: registration.changedTo, host: host.changedTo },
  };
};
