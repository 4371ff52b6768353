import { update } from '#shared/db/expressions';
import { type Clock, isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { noteSubject } from '#shared/platform/trace';
import type { SourceResult, VisitFacts, VisitQuery } from '#shared/sources/ports';
import type { Sources } from '#shared/sources/select';
import { findAddressVerification } from './address-repository.ts';
import { ADDRESS_TRANSITIONS } from './address-states.ts';
import { type AddressVerification, dueAttributes, NO_LONGER_DUE } from './address-verification.ts';
import { nextTryMs, SIMULATED_VISIT_MS, VISIT_LOOK_MS } from './booking-policy.ts';
import { type EndingEffects, endAddressVerification } from './end-address-verification.ts';
import { addressKeys } from './keys.ts';
import { NOT_POSSIBLE, simulatedOutcome } from './simulated-visit.ts';
import type { SendVisit } from './visit-queue.ts';

/** The effects of booking visits. */
export interface VisitEffects extends EndingEffects {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The sources of an environment. */
  readonly sourcesFor: (environment: Environment) => Promise<Pick<Sources, 'ports'>>;
  /** Starts the time limit of the source for one booking. */
  readonly startSourceTime: () => AbortSignal;
  readonly send: SendVisit;
  /**
   * Charges, reports and counts the end of a visit to an applicant's address. @returns whether settlement has to wait.
   */
  readonly settleForApplicant: (verification: AddressVerification) => Promise<'settled' | 'wait'>;
}

const NOT_BOOKED = { status: 'failed', reason: 'The visit could not be booked within 24 hours.' } as const;

const queryOf = (verification: AddressVerification): VisitQuery => {
  const { reference, businessName, businessPhone, firstName, lastName, phone } = verification;
  const { street, landmark, lga, city, state } = verification;
  return { reference, businessName, businessPhone, firstName, lastName, phone, street, landmark, lga, city, state };
};

/** How long a worker may claim a visit for booking: longer than the worker may run. */
const BOOKING_LEASE_MS = 55_000;

/** The condition that the source has not accepted a visit, and that no attempt was made since it was read. */
const unbooked = ({ bookingTries }: AddressVerification) =>
  ({ bookingTries: { equals: bookingTries }, bookedAt: 'missing' }) as const;

/**
 * Claims a visit for the next booking attempt: while one worker tries, no other may give up a visit that the source may
 * be accepting.
 *
 * @returns undefined once it is claimed; else the milliseconds for which another worker has claimed it, or 0 when no
 * attempt is needed any more.
 */
const claim = async (
  verification: AddressVerification,
  table: VisitEffects['table'],
  nowMs: number,
): Promise<number | undefined> => {
  const result = await table.write(
    update(addressKeys.verification(verification.reference), {
      set: { bookingUntilMs: nowMs + BOOKING_LEASE_MS },
      when: {
        ...unbooked(verification),
        status: { oneOf: ADDRESS_TRANSITIONS.book.from },
        bookingUntilMs: { missingOr: { atMost: nowMs } },
      },
    }),
  );
  if (result.written) return undefined;
  return Math.max(0, Number(result.found?.['bookingUntilMs'] ?? 0) - nowMs);
};

/** Records the booking, and queues the completion of a simulated visit. */
const book = async (
  { reference }: AddressVerification,
  simulatedResult: VisitFacts['simulatedResult'],
  { table, clock, send, log }: VisitEffects,
): Promise<void> => {
  const nowMs = clock();
  const { from, to } = ADDRESS_TRANSITIONS.book;
  const at = isoTime(nowMs);
  const booked = { status: to, bookedAt: at, updatedAt: at };
  const when = { status: { oneOf: from }, bookedAt: 'missing' } as const;
  const { written } = await table.write(
    simulatedResult === undefined
      ? update(addressKeys.verification(reference), {
          set: booked,
          remove: NO_LONGER_DUE,
          when,
        })
      : update(addressKeys.verification(reference), {
          set: { ...booked, simulatedResult, ...dueAttributes(reference, nowMs + SIMULATED_VISIT_MS) },
          when,
        }),
  );
  if (!written) return log.info('VISIT_STEP_REPEATED', { reference });
  log.info('VISIT_BOOKED', { reference });
  if (simulatedResult !== undefined) await send({ reference, delayMs: SIMULATED_VISIT_MS });
};

/**
 * Records when the booking is tried again, and queues that attempt; ends the verification when that would be too late.
 */
const postpone = async (verification: AddressVerification, reason: string, effects: VisitEffects): Promise<void> => {
  const { table, clock, random, send, log, metrics } = effects;
  const { reference, bookingTries, createdAt } = verification;
  const nowMs = clock();
  const tries = bookingTries + 1;
  const nextMs = nextTryMs(Date.parse(createdAt), tries, nowMs, random());
  log.warn('VISIT_POSTPONED', { reference, attempt: tries, reason });
  metrics('VisitsPostponed', 1, { reason });
  if (nextMs === undefined) {
    await endAddressVerification(verification, NOT_BOOKED, effects, nowMs, { when: unbooked(verification) });
    return;
  }
  const { from, to } = ADDRESS_TRANSITIONS.postpone;
  const { written } = await table.write(
    update(addressKeys.verification(reference), {
      set: {
        status: to,
        bookingTries: tries,
        bookingUntilMs: 0,
        updatedAt: isoTime(nowMs),
        ...dueAttributes(reference, nextMs),
      },
      when: { ...unbooked(verification), status: { oneOf: from } },
    }),
  );
  if (written) await send({ reference, delayMs: nextMs - nowMs });
};

const settle = async (
  verification: AddressVerification,
  result: SourceResult<VisitFacts>,
  effects: VisitEffects,
): Promise<unknown> => {
  if (result.status === 'unavailable') return postpone(verification, result.cause, effects);
  if (result.status === 'not_found' || result.facts.visitStatus === 'not_possible') {
    return endAddressVerification(verification, NOT_POSSIBLE, effects, effects.clock(), {
      when: unbooked(verification),
    });
  }
  return book(verification, result.facts.simulatedResult, effects);
};

/** How long the end of a visit waits for a running assessment of its applicant. */
const SETTLE_AGAIN_MS = 5_000;

const settleEnd = async (verification: AddressVerification, { settleForApplicant, send }: VisitEffects) => {
  if ((await settleForApplicant(verification)) === 'settled') return;
  await send({ reference: verification.reference, delayMs: SETTLE_AGAIN_MS });
};

/**
 * Checks on a booked visit to an applicant's address. It books again with the same reference, which makes no other
 * visit but returns the result.
 */
const look = async (verification: AddressVerification, effects: VisitEffects): Promise<void> => {
  const { table, clock, sourcesFor, startSourceTime, log } = effects;
  const { reference, environment } = verification;
  const { ports } = await sourcesFor(environment);
  const answer = await ports.visits(queryOf(verification), startSourceTime());
  const nowMs = clock();
  const facts = answer.status === 'found' ? answer.facts : undefined;
  if (facts?.visitStatus === 'completed') {
    const report = { status: 'completed', reason: null, location: '', photos: [] } as const;
    await endAddressVerification(verification, { ...report, result: facts.result ?? 'not_verified' }, effects, nowMs);
    return;
  }
  if (answer.status === 'not_found' || facts?.visitStatus === 'not_possible') {
    await endAddressVerification(verification, NOT_POSSIBLE, effects, nowMs);
    return;
  }
  if (answer.status === 'unavailable') log.warn('VISIT_POSTPONED', { reference, reason: answer.cause });
  await table.write(
    update(addressKeys.verification(reference), {
      set: dueAttributes(reference, nowMs + VISIT_LOOK_MS),
      when: { status: { equals: 'pending' } },
    }),
  );
};

/**
 * Takes the next step of a verification. It books the visit, completes a simulated one, checks on one to an applicant's
 * address once a day, or settles its end. It is safe to call at any time, repeatedly and concurrently: our reference
 * identifies a booking to the source, each change requires the status it starts from, and nothing is done early.
 *
 * @throws any failure of the service; calling it again continues. An unavailable source does not throw: the booking is
 * retried for 24 hours, then the verification fails and is refunded.
 */
export const takeVisitStep = async (reference: string, effects: VisitEffects): Promise<void> => {
  const { table, clock, sourcesFor, startSourceTime, send, log } = effects;
  const verification = await findAddressVerification(table, reference);
  noteSubject(verification);
  const dueMs = Date.parse(verification?.nextStepAt ?? '');
  if (verification?.applicantId !== undefined && verification.endedAt !== null) return settleEnd(verification, effects);
  if (verification?.status !== 'pending' || Number.isNaN(dueMs)) return log.info('VISIT_STEP_REPEATED', { reference });
  const nowMs = clock();
  // A day is longer than a message can be delayed: the sweep wakes a worker when the step is due.
  if (dueMs - nowMs > SIMULATED_VISIT_MS && verification.applicantId !== undefined) return;
  if (nowMs < dueMs) return send({ reference, delayMs: dueMs - nowMs });
  const { simulatedResult } = verification;
  if (verification.bookedAt !== undefined && simulatedResult !== undefined) {
    await endAddressVerification(verification, simulatedOutcome(verification, simulatedResult), effects, nowMs);
    return;
  }
  if (verification.applicantId !== undefined) return look(verification, effects);
  const heldMs = await claim(verification, table, nowMs);
  if (heldMs !== undefined) {
    log.info('VISIT_STEP_REPEATED', { reference });
    return heldMs > 0 ? send({ reference, delayMs: heldMs }) : undefined;
  }
  const { ports } = await sourcesFor(verification.environment);
  await settle(verification, await ports.visits(queryOf(verification), startSourceTime()), effects);
};
