import { scenarioOf } from '#shared/sources/sandbox/scenarios';
import type { AddressOutcome, VisitResult } from './address-outcome.ts';
import type { AddressVerification } from './address-verification.ts';

const REASONS: Readonly<Record<VisitResult, string | null>> = {
  verified: null,
  not_verified: 'The business was not found at the address.',
};

/** The outcome of a visit that is not possible. */
export const NOT_POSSIBLE: AddressOutcome = { status: 'failed', reason: 'The address cannot be visited.' };

/** The report of a simulated visit, always the same for the same submission. The URL of its photo leads nowhere. */
export const simulatedOutcome = (
  { reference, street, city, state }: AddressVerification,
  result: VisitResult,
): AddressOutcome => ({
  status: 'completed',
  result,
  reason: REASONS[result],
  location: `${street}, ${city}, ${state}`,
  photos: [`https://photos.sandbox.example/${reference}/front.jpg`],
});

/** The outcome that a caller of the sandbox requests. */
export const requestedOutcome = (
  verification: AddressVerification,
  requested: VisitResult | 'failed',
): AddressOutcome => (requested === 'failed' ? NOT_POSSIBLE : simulatedOutcome(verification, requested));

/** The outcome that the street of a submission stands for. A visit that would stay pending finds the business. */
export const outcomeByStreet = (verification: AddressVerification): AddressOutcome => {
  switch (scenarioOf('street', verification.street)?.outcome) {
    case 'unreachable':
      return NOT_POSSIBLE;
    case 'not_verified':
      return simulatedOutcome(verification, 'not_verified');
    default:
      return simulatedOutcome(verification, verification.simulatedResult ?? 'verified');
  }
};
