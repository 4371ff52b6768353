import type { ModuleResult } from '#shared/onboarding/applicants/applicant';
import { isAnswered } from '#shared/onboarding/modules/answers';
import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { coveringModule } from '#shared/onboarding/modules/screening-modules';
import type { CheckReason } from '#shared/verification/check-reasons';
import type { AssessmentInput } from './assessment.ts';

/** How one module is handled. @property priceKobo the amount set aside for its check. */
export type Plan =
  | { readonly moduleId: ModuleId; readonly kind: 'kept'; readonly result: ModuleResult }
  | { readonly moduleId: ModuleId; readonly kind: 'skipped' }
  | { readonly moduleId: ModuleId; readonly kind: 'covered'; readonly by: ModuleId }
  | { readonly moduleId: ModuleId; readonly kind: 'without_check'; readonly reason: CheckReason }
  | { readonly moduleId: ModuleId; readonly kind: 'check'; readonly priceKobo: number };

const priceOf = (moduleId: ModuleId, prices: AssessmentInput['prices']): number => {
  const { actionKey } = MODULES[moduleId];
  return actionKey === null ? 0 : prices[actionKey];
};

/**
 * Plans how each enabled module is handled, in order. Money is set aside for every check before any source is called,
 * so that no lookup is made that cannot be paid for. An optional module that the applicant left out is skipped.
 */
export const planChecks = ({
  modules,
  answers,
  prices,
  availableKobo,
  keptResults,
  visit,
}: AssessmentInput): readonly Plan[] => {
  let leftKobo = availableKobo;
  const moduleIds = modules.map(({ moduleId }) => moduleId);
  return modules.map(({ moduleId, required }): Plan => {
    const by = coveringModule(moduleId, moduleIds);
    const result = keptResults.find((kept) => kept.moduleId === moduleId);
    if (result) return { moduleId, kind: 'kept', result };
    if (!isAnswered(moduleId, answers[moduleId])) {
      return required ? { moduleId, kind: 'without_check', reason: 'input_missing' } : { moduleId, kind: 'skipped' };
    }
    if (by !== undefined) return { moduleId, kind: 'covered', by };
    // A booked visit is paid for when it ends, so the wallet need not cover it now.
    const isBooked = moduleId === 'address_verification' && visit?.isBooked;
    const priceKobo = isBooked ? 0 : priceOf(moduleId, prices);
    if (priceKobo > 0 && priceKobo > leftKobo) {
      return { moduleId, kind: 'without_check', reason: 'insufficient_balance' };
    }
    leftKobo -= priceKobo;
    return { moduleId, kind: 'check', priceKobo };
  });
};

/** The total price of the checks of a plan, in kobo. */
export const plannedKobo = (plans: readonly Plan[]): number =>
  plans.reduce((sum, plan) => sum + (plan.kind === 'check' ? plan.priceKobo : 0), 0);
