import type { ModuleResult } from '#shared/onboarding/applicants/applicant';
import type { Statement } from '#shared/onboarding/applicants/subject';
import type { ModuleActionKey, ModuleId, VerificationEvent } from '#shared/onboarding/modules/modules';
import type { RiskConfig } from '#shared/onboarding/widgets/widget-config';
import type { Clock } from '#shared/platform/clock';
import type { UnavailableCause, VisitFacts } from '#shared/sources/ports';
import type { Rehearsal } from '#shared/sources/rehearsal';
import type { Sources } from '#shared/sources/select';
import type { CheckEvidence } from '#shared/verification/check-evidence';
import type { CheckReason } from '#shared/verification/check-reasons';
import type { KnownVisit } from '#shared/verification/checks/check';
import type { IsCleared } from '#shared/verification/listed-entry';
import type { AssessmentOutcome } from './decision.ts';
import type { VerdictStatus } from './scoring.ts';

/** The input of an assessment. */
export interface AssessmentInput extends Statement {
  /** The enabled modules, in order. */
  readonly modules: readonly { readonly moduleId: ModuleId; readonly required: boolean }[];
  readonly risk: RiskConfig;
  readonly sources: Sources;
  /** Kobo of each module's check. */
  readonly prices: Readonly<Record<ModuleActionKey, number>>;
  /** What of the wallet's balance nobody holds, in kobo: no check is made that it does not cover. */
  readonly availableKobo: number;
  /** Results of an earlier assessment that are kept: counted again, but not made and not charged again. */
  readonly standingResults: readonly ModuleResult[];
  /** The visit to its address, where it has given one. */
  readonly visit?: KnownVisit;
  /** Which list entries a reviewer has cleared for it. */
  readonly isCleared: IsCleared;
  /** The name that the registry had of the business in an earlier assessment. */
  readonly registeredName?: string;
  /** Whether a resubmission was requested of this applicant before; the sandbox requests one only once. */
  readonly wasResubmitted: boolean;
  readonly clock: Clock;
  /** A new reference for a check (`ver_`): its evidence is kept with that of the others of this assessment. */
  readonly newReference: () => string;
  /** Ends the checks in time: those that have not ended by then are unavailable. Three tries of a source take 32 s. */
  readonly signal: AbortSignal;
}

/** The outcome of one module. @property cause why its source gave no usable response, for logs and metrics. */
export interface Finding {
  /** With the price of a verdict as its charge, which is yet to be paid where the finding is new. */
  readonly result: ModuleResult;
  /** Whether this assessment made it; the others were kept or have no result yet. */
  readonly isNew: boolean;
  /** The module that makes the same check, whose result holds for this one too. */
  readonly coveredBy?: ModuleId;
  /** A visit that was booked for it. */
  readonly booked?: Pick<VisitFacts, 'simulatedResult'>;
  readonly cause?: UnavailableCause;
  /** What is to be kept of a check that was made now. */
  readonly evidence?: CheckEvidence;
}

/** The results of all lookups; the rest depends on nothing but the wallet. */
export interface CheckedModules {
  /** Of every enabled module, in order. */
  readonly findings: readonly Finding[];
  readonly risk: RiskConfig;
  readonly rehearsal: Rehearsal;
  /** What a later assessment needs of the names. */
  readonly names: CheckedNames;
}

/** The names of an assessment, as the applicant keeps them for the next one. */
export interface CheckedNames {
  /** The name that the registry has of the business, once it was asked. */
  readonly registeredName: string | null;
  /** Stands for all names that were screened; null while none was. */
  readonly screenedDigest: string | null;
}

/** One debit for one module's check. */
export interface ModuleCharge {
  readonly moduleId: ModuleId;
  readonly actionKey: ModuleActionKey;
  readonly amountKobo: number;
}

/** The verdict of a module that has an event of its own; its emitter adds the ids. */
export interface ModuleVerdictEvent {
  readonly event: VerificationEvent;
  readonly moduleId: ModuleId;
  /** The check's own record (`ver_`), or the visit that it is about (`addr_`). */
  readonly verificationReference: string | null;
  /** `unavailable` for a module that had to be given up. */
  readonly status: VerdictStatus | 'unavailable';
  readonly reasonCodes: readonly (CheckReason | 'visit_not_possible')[];
  /** Null for one that was given up: now. */
  readonly completedAt: string | null;
}

/** The result of a check that is recorded by itself. */
export interface RecordedModule extends ModuleResult, Pick<Finding, 'evidence'> {
  readonly status: VerdictStatus;
  readonly completedAt: string;
  readonly verificationReference: string;
}

/** A module that could not be checked for a reason other than the applicant; for logs and metrics. */
export interface Incident {
  readonly moduleId: ModuleId;
  readonly reason: UnavailableCause | 'insufficient_balance';
}

/** Everything that one transaction then writes. */
export interface Assessment {
  /** Of every enabled module, in order. */
  readonly results: readonly ModuleResult[];
  /** The debits of this assessment, in order; none exceeds the balance together with those before it. */
  readonly charges: readonly ModuleCharge[];
  readonly totalChargeKobo: number;
  readonly riskScore: number | null;
  readonly outcome: AssessmentOutcome;
  readonly decisionReason: string;
  readonly verdictEvents: readonly ModuleVerdictEvent[];
  /** The checks that this assessment made, each to be recorded. */
  readonly newChecks: readonly RecordedModule[];
  readonly incidents: readonly Incident[];
  readonly names: CheckedNames;
}
