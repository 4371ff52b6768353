import { type ModuleResult, pendingResult } from '#shared/onboarding/applicants/applicant';
import { combinedDeclarations } from '#shared/onboarding/applicants/subject';
import { MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { MODULE_CHECKS } from '#shared/onboarding/modules/module-checks';
import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { isScreening } from '#shared/onboarding/modules/screening-modules';
import { type Clock, isoTime } from '#shared/platform/clock';
import { checkEvidence } from '#shared/verification/check-evidence';
import { type CheckOutcome, sourceUnavailable, withoutVerdict } from '#shared/verification/checks/check';
import type { Declared } from '#shared/verification/declared';
import { defined } from '#shared/verification/defined';
import type { AssessmentInput, CheckedModules, Finding } from './assessment.ts';
import { type Plan, planChecks } from './check-plan.ts';
import { isPending } from './scoring.ts';
import { screenedDigest } from './screened-names.ts';
import { contradictedModules, withContradiction } from './subject-mismatch.ts';

/** The outcome of some work, or a time-out once the signal aborts it. */
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
  const hasVerdict = outcome.status !== 'unavailable' && !isPending(outcome);
  const people = outcome.people
    ?.slice(0, MAX_LIST_ENTRIES)
    .map((one) => ({ ...one, reasonCodes: [...one.reasonCodes] }));
  return {
    moduleId,
    status: outcome.status,
    reasonCodes: [...outcome.reasonCodes],
    chargeKobo: hasVerdict ? priceKobo : 0,
    completedAt: hasVerdict ? isoTime(clock()) : null,
    ...defined({ people }),
  };
};

/** What carrying out a plan needs besides the plan. */
interface Context {
  readonly input: AssessmentInput;
  readonly declared: Declared;
  /** The modules whose answers contradict the account. */
  readonly contradictions: readonly ModuleId[];
}

/** A finding, with the registry's name of the business if it was looked up. */
interface Found extends Finding {
  readonly registeredName?: string;
}

/** The reference under which the account can read a check: that of its visit, or a new one if it has a verdict. */
const referenceOf = (
  { moduleId, completedAt }: ModuleResult,
  { visit, newReference }: Pick<AssessmentInput, 'visit' | 'newReference'>,
): string | undefined => {
  if (moduleId === 'address_verification') return visit?.reference;
  return completedAt !== null && MODULES[moduleId].source !== null ? newReference() : undefined;
};

const check = async (
  { moduleId, priceKobo }: Extract<Plan, { kind: 'check' }>,
  { input, declared, contradictions }: Context,
): Promise<Found> => {
  const { sources, signal, clock } = input;
  const answers = input.answers[moduleId] ?? {};
  const visit = moduleId === 'address_verification' ? input.visit : undefined;
  const work = MODULE_CHECKS[moduleId]({
    ...{ answers, declared, ports: sources.ports, signal, isCleared: input.isCleared },
    ...defined({ visit }),
  });
  const { cause, registeredName, booked, ...ended } = await inTime(work, signal);
  const outcome = contradictions.includes(moduleId) ? withContradiction(ended) : ended;
  const isSettled = visit?.ended !== undefined;
  const checked = resultOf(moduleId, outcome, isSettled ? 0 : priceKobo, clock);
  const verificationReference = referenceOf(checked, input);
  const result = { ...checked, ...defined({ verificationReference }) };
  const evidence = checkEvidence(ended);
  // A settled visit was charged and reported before.
  return { result, isNew: !isSettled, ...defined({ cause, registeredName, booked, evidence }) };
};

const carryOut = async (plan: Plan, context: Context): Promise<Found> => {
  const { moduleId } = plan;
  switch (plan.kind) {
    case 'kept':
      return { result: plan.result, isNew: false };
    case 'skipped':
      return { result: pendingResult(moduleId), isNew: false };
    case 'covered':
      return { result: pendingResult(moduleId), isNew: true, coveredBy: plan.by };
    case 'without_check':
      return { result: resultOf(moduleId, withoutVerdict(plan.reason), 0, context.input.clock), isNew: true };
    case 'check':
      return check(plan, context);
  }
};

/**
 * Screens names once the registry has returned its own name of the business. When that check has no verdict, neither
 * has the screening, for the same reason: it would miss a name.
 */
const screen = async (plan: Plan, registration: Promise<Found> | undefined, context: Context): Promise<Found> => {
  const registered = await registration;
  if (plan.kind === 'check' && registered?.result.status === 'unavailable') {
    const { result, cause } = registered;
    return { result: { ...result, moduleId: plan.moduleId }, isNew: true, ...defined({ cause }) };
  }
  const { registeredName = context.declared.registeredName } = registered ?? {};
  return carryOut(plan, { ...context, declared: { ...context.declared, ...defined({ registeredName }) } });
};

/**
 * The first half of an assessment: checks every answered module that the balance covers, all in parallel. Only
 * screening waits for the registry's result. Writes nothing. A check without a verdict (its source is down, the wallet
 * is empty) is `unavailable`.
 */
export const checkModules = async (input: AssessmentInput): Promise<CheckedModules> => {
  const declared = combinedDeclarations(input, input.registeredName);
  const context: Context = { input, declared, contradictions: contradictedModules(input) };
  const plans = planChecks(input);
  const registrationPlan = plans.find(({ moduleId }) => moduleId === 'cac_verification');
  const registration = registrationPlan && carryOut(registrationPlan, context);
  const findings = await Promise.all(
    plans.map((plan) => {
      if (plan === registrationPlan && registration) return registration;
      return isScreening(plan.moduleId) ? screen(plan, registration, context) : carryOut(plan, context);
    }),
  );
  const { registeredName = input.registeredName ?? null } = (await registration) ?? {};
  return {
    findings,
    risk: input.risk,
    rehearsal: input.sources.rehearse(declared.businessNames, input.wasResubmitted),
    names: { registeredName, screenedDigest: screenedDigest(declared) },
  };
};
