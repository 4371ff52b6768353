import { createHash } from 'node:crypto';
import { put, update, type WriteOperation } from '#shared/db/expressions';
import { listedVerification } from '#shared/direct-checks/keys';
import { emit } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import { derivedId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { periodOf } from './address-budget.ts';
import type { VisitResult } from './address-outcome.ts';
import { type AddressVerification, dueAttributes, NO_LONGER_DUE, type VisitedPlace } from './address-verification.ts';
import { SIMULATED_VISIT_MS, VISIT_LOOK_MS } from './booking-policy.ts';
import { addressKeys } from './keys.ts';

/** The applicant whose address is visited. */
export interface VisitedApplicant extends AccountEnvironment {
  readonly id: string;
  readonly createdAt: string;
  /** Its visits that were not possible: after each, another may be booked. */
  readonly failedVisits: number;
}

/**
 * The reference of the visit to an applicant's address. It is the same in every assessment of the applicant, so that
 * the visit is booked once, and different for another address.
 */
export const visitReference = (
  { id, createdAt, failedVisits }: VisitedApplicant,
  { street, landmark, lga, city, state }: Pick<VisitedPlace, 'street' | 'landmark' | 'lga' | 'city' | 'state'>,
): string =>
  derivedId(
    'addr',
    Date.parse(createdAt),
    createHash('sha256')
      .update(JSON.stringify([id, failedVisits, street, landmark, lga, city, state]))
      .digest(),
  );

/** A visit that the source has booked. @property simulatedResult the result of a simulated one. */
export interface BookedVisit {
  readonly reference: string;
  readonly place: VisitedPlace;
  readonly simulatedResult?: VisitResult | undefined;
}

/** The write of the event that has a worker take a step of a verification. */
export const visitStepDue = (
  { reference, accountId, environment }: AccountEnvironment & { readonly reference: string },
  nowMs: number,
): WriteOperation =>
  emit(
    {
      type: 'verification.address.step_due',
      accountId,
      environment,
      widgetId: null,
      data: { verificationReference: reference, environment },
    },
    nowMs,
  );

/**
 * When the service must take the next step of a booked visit: a simulated one ends by itself, a real one is checked
 * once a day.
 */
const nextStep = (reference: string, environment: string, simulatedResult: VisitResult | undefined, nowMs: number) => {
  if (simulatedResult !== undefined) return dueAttributes(reference, nowMs + SIMULATED_VISIT_MS);
  return environment === 'live' ? dueAttributes(reference, nowMs + VISIT_LOOK_MS) : {};
};

/**
 * The writes that store a booked visit to an applicant's address. It uses no budget, and costs nothing until it ends
 * and the applicant's module is charged.
 */
export const addApplicantVisit = (
  { id: applicantId, accountId, environment }: VisitedApplicant,
  { reference, place, simulatedResult }: BookedVisit,
  nowMs: number,
): Readonly<Record<'visit' | 'visitStep', WriteOperation>> => {
  const at = isoTime(nowMs);
  const verification: AddressVerification = {
    reference,
    accountId,
    environment,
    applicantId,
    companyId: null,
    ...place,
    status: 'pending',
    chargeKobo: 0,
    budgetPeriod: periodOf(nowMs),
    bookingTries: 0,
    bookedAt: at,
    ...(simulatedResult !== undefined && { simulatedResult }),
    result: null,
    reason: null,
    location: null,
    photos: [],
    createdAt: at,
    updatedAt: at,
    endedAt: null,
  };
  return {
    visit: put({
      ...addressKeys.verification(reference),
      ...verification,
      ...listedVerification(verification),
      ...nextStep(reference, environment, simulatedResult, nowMs),
    }),
    visitStep: visitStepDue(verification, nowMs),
  };
};

/**
 * The write that settles the end of a visit. It refuses when that was settled before. @param paidKobo the debit;
 * undefined when the wallet did not cover it, which leaves the charge to the next assessment.
 */
export const visitSettled = (reference: string, paidKobo: number | undefined, nowMs: number): WriteOperation =>
  update(addressKeys.verification(reference), {
    ...(paidKobo !== undefined && { set: { settledAt: isoTime(nowMs), chargeKobo: paidKobo } }),
    remove: NO_LONGER_DUE,
    when: { settledAt: 'missing' },
  });
