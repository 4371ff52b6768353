import { type ModuleResult, pendingResult } from '#shared/onboarding/applicants/applicant';
import { businessNames, declare } from '#shared/onboarding/applicants/subject';
import { MODULE_CHECKS } from '#shared/onboarding/modules/module-checks';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { type Clock, isoTime } from '#shared/platform/clock';
import type { ScenarioOutcome } from '#shared/sources/sandbox/scenarios';
import { type CheckOutcome, sourceUnavailable, withoutVerdict } from '#shared/verification/checks/check';
import type { Declared } from '#shared/verification/declared';
import type { AssessmentInput, CheckedModules, Finding } from './assessment.ts';
import { type Plan, planChecks } from './check-plan.ts';

/** The outcome of some work, or that of a time-out once the signal ends it. */
const inTime = async (work: Promise<CheckOutcome>, signal: AbortSignal): Promise<CheckOutcome> => {
  const late = Promise.withResolvers<CheckOutcome>();
  const giveUp = () => late.resolve(sourceUnavailable('cancelled'));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};

const resultOf = (moduleId: ModuleId, outcome: CheckOutcome, priceKobo: number, clock: Clock): ModuleResult => {
  const hasVerdict = outcome.status !== 'unavailable';
  return {
    moduleId,
    status: outcome.status,
    reasonCodes: [...outcome.reasonCodes],
    chargeKobo: hasVerdict ? priceKobo : 0,
    completedAt: hasVerdict ? isoTime(clock()) : null,
  };
};

const carryOut = async (plan: Plan, input: AssessmentInput, declared: Declared): Promise<Finding> => {
  const { moduleId } = plan;
  switch (plan.kind) {
    case 'standing':
      return { result: plan.result, isNew: false };
    case 'skipped':
      return { result: pendingResult(moduleId), isNew: false };
    case 'without_check':
      return { result: resultOf(moduleId, withoutVerdict(plan.reason), 0, input.clock), isNew: true };
    case 'check': {
      const { sources, signal } = input;
      const answers = input.answers[moduleId] ?? {};
      const work = MODULE_CHECKS[moduleId]({ answers, declared, ports: sources.ports, signal });
      const { cause, ...outcome } = await inTime(work, signal);
      const result = resultOf(moduleId, outcome, plan.priceKobo, input.clock);
      return { result, isNew: true, ...(cause !== undefined && { cause }) };
    }
  }
};

/** The first name with a sandbox scenario, and the scenario; a resubmission is requested only once. */
const scenarioOf = (
  { sources, wasResubmitted }: AssessmentInput,
  names: readonly string[],
): { readonly businessName?: string; readonly scenario?: ScenarioOutcome } => {
  for (const businessName of names) {
    const scenario = sources.outcomeOfName(businessName);
    if (scenario && !(scenario === 'resubmit' && wasResubmitted)) return { businessName, scenario };
  }
  return {};
};

/**
 * The first half of an assessment: checks every answered module that the balance covers, all in parallel, each at its
 * source. Writes nothing. A check without a verdict (its source is down, the wallet is empty) is `unavailable`.
 */
export const checkModules = async (input: AssessmentInput): Promise<CheckedModules> => {
  const names = businessNames(input.subject, input.answers);
  const { businessName, scenario } = scenarioOf(input, names);
  const declared = declare(input.subject, input.answers, businessName);
  const findings = await Promise.all(planChecks(input).map((plan) => carryOut(plan, input, declared)));
  return { findings, risk: input.risk, scenario };
};
