import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { isBroaderScreening, isScreening } from '#shared/onboarding/modules/screening-modules';
import type { RiskConfig } from '#shared/onboarding/widgets/widget-config';
import type { CheckReason } from '#shared/verification/check-reasons';

/** The status of a module of an applicant (completed by its check, or pending while there was nothing to check). */
export type ModuleStatus = 'pending' | 'passed' | 'failed' | 'review' | 'unavailable';

/** A status that is a verdict: it counts, and it is paid for. */
export type VerdictStatus = Exclude<ModuleStatus, 'pending' | 'unavailable'>;

/** Tenths of a module's weight that count; null where there is no verdict to count. */
const OUTCOME_TENTHS: Readonly<Record<ModuleStatus, number | null>> = {
  pending: null,
  unavailable: null,
  passed: 0,
  review: 6,
  failed: 10,
};

/** Whether a status is a verdict, unless it stands for a visit that is still to be made. */
export const isVerdict = (status: ModuleStatus): status is VerdictStatus => OUTCOME_TENTHS[status] !== null;

/** Whether a module waits for the end of a visit: it is in review, without a verdict. */
export const isPending = ({ reasonCodes = [] }: Pick<ScoredModule, 'reasonCodes'>): boolean =>
  reasonCodes.includes('address_pending');

/** Whether a module has a verdict. */
export const hasVerdict = (result: Pick<ScoredModule, 'status' | 'reasonCodes'>): boolean =>
  isVerdict(result.status) && !isPending(result);

/** How a widget's tier scales the same outcomes, in hundredths. */
const TIER_HUNDREDTHS: Readonly<Record<RiskConfig['tier'], number>> = { low: 80, standard: 100, enhanced: 125 };

/** What scoring needs of a module's result. */
export interface ScoredModule {
  readonly moduleId: ModuleId;
  readonly status: ModuleStatus;
  readonly reasonCodes?: readonly CheckReason[];
}

/** Whether a wider screening found everything too that this one did. */
const isFoundTwice = ({ moduleId, reasonCodes = [] }: ScoredModule, counted: readonly ScoredModule[]): boolean => {
  if (!isScreening(moduleId) || reasonCodes.length === 0) return false;
  const wider = counted.filter((other) => isScreening(other.moduleId) && isBroaderScreening(other.moduleId, moduleId));
  return reasonCodes.every((code) => wider.some((other) => other.reasonCodes?.includes(code)));
};

/**
 * The risk score: an integer from 0 to 100, higher is riskier, or null when no module has a verdict. Each module adds
 * its weight when it failed and six tenths of it when it goes to review; the tier scales the sum. A hit that two screenings
 * found counts once, in the wider one.
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
