import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { isBroaderScreening, isScreening } from '#shared/onboarding/modules/screening-modules';
import type { RiskConfig } from '#shared/onboarding/widgets/widget-config';
import type { CheckReason } from '#shared/verification/check-reasons';

/** The status of a module of an applicant, set by its check; `pending` while there was nothing to check. */
export type ModuleStatus = 'pending' | 'passed' | 'failed' | 'review' | 'unavailable';

/** A status that is a verdict: it counts and is charged. */
export type VerdictStatus = Exclude<ModuleStatus, 'pending' | 'unavailable'>;

/** Tenths of a module's weight that count; null for a status without a verdict. */
const OUTCOME_TENTHS: Readonly<Record<ModuleStatus, number | null>> = {
  pending: null,
  unavailable: null,
  passed: 0,
  review: 6,
  failed: 10,
};

/** Whether a status is a verdict. The status of a pending visit looks like one; see {@link isPending}. */
export const isVerdict = (status: ModuleStatus): status is VerdictStatus => OUTCOME_TENTHS[status] !== null;

/** Whether a module waits for the end of a visit: it is in review without a verdict. */
export const isPending = ({ reasonCodes = [] }: Pick<ScoredModule, 'reasonCodes'>): boolean =>
  reasonCodes.includes('address_pending');

/** Whether a module has a verdict. */
export const hasVerdict = (result: Pick<ScoredModule, 'status' | 'reasonCodes'>): boolean =>
  isVerdict(result.status) && !isPending(result);

/** The factor by which a widget's tier scales the score, in hundredths. */
const TIER_HUNDREDTHS: Readonly<Record<RiskConfig['tier'], number>> = { low: 80, standard: 100, enhanced: 125 };

/** The part of a module's result that scoring uses. */
export interface ScoredModule {
  readonly moduleId: ModuleId;
  readonly status: ModuleStatus;
  readonly reasonCodes?: readonly CheckReason[];
}

/** Whether a wider screening found everything that this one found. */
const isFoundTwice = ({ moduleId, reasonCodes = [] }: ScoredModule, counted: readonly ScoredModule[]): boolean => {
  if (!isScreening(moduleId) || reasonCodes.length === 0) return false;
  const wider = counted.filter((other) => isScreening(other.moduleId) && isBroaderScreening(other.moduleId, moduleId));
  return reasonCodes.every((code) => wider.some((other) => other.reasonCodes?.includes(code)));
};

/**
 * The risk score: an integer from 0 to 100, higher is riskier; null when no module has a verdict. A failed module adds
 * its weight, a module in review six tenths of it. The tier scales the sum. A hit that two screenings found counts
 * once, in the wider one.
 */
export const riskScore = (modules: readonly ScoredModule[], tier: RiskConfig['tier']): number | null => {
  const counted = modules.filter(hasVerdict);
  const points = counted.flatMap((module) => {
    const { moduleId, status } = module;
    if (isFoundTwice(module, counted)) return [];
    const tenths = OUTCOME_TENTHS[status];
    return tenths === null ? [] : [MODULES[moduleId].weight * tenths];
  });
  if (points.length === 0) return null;
  const sum = points.reduce((total, tenths) => total + tenths, 0);
  return Math.min(100, Math.round((sum * TIER_HUNDREDTHS[tier]) / 1000));
};
