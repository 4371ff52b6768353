import type { AddressVerification } from '#shared/addresses/address-verification';
import type { CheckEvidence } from '#shared/verification/check-evidence';
import { evidenceFields } from '#shared/verification/evidence-fields';
import { isStillKept } from '#shared/verification/evidence-store';

/** How long evidence is shown. */
export interface EvidencePeriod {
  readonly retentionDays: number;
  readonly nowMs: number;
}

/**
 * The evidence of a visit that took place, from its own record. Undefined without such a visit, and once evidence from
 * that time is no longer kept.
 */
export const visitEvidence = (
  visit: AddressVerification,
  { retentionDays, nowMs }: EvidencePeriod,
): CheckEvidence | undefined => {
  const { status, endedAt, businessName, street, landmark, lga, city, state, result, reason, location } = visit;
  if (status !== 'completed' || endedAt === null || !isStillKept(endedAt, retentionDays, nowMs)) return undefined;
  return {
    compared: evidenceFields({ businessName, street, landmark, lga, city, state }),
    answered: evidenceFields({ result, reason, location }),
  };
};
