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
  /** Price of each module's check, in kobo. */
  readonly prices: Readonly<Record<ModuleActionKey, number>>;
  /** The wallet's balance without holds, in kobo. A check that it does not cover is not made. */
  readonly availableKobo: number;
  /** Results of an earlier assessment that are kept: they count again, but are neither repeated nor charged again. */
  readonly keptResults: readonly ModuleResult[];
  /** The visit to the applicant's address, if it has given one. */
  readonly visit?: KnownVisit;
  /** Whether a reviewer has cleared a list entry for this applicant. */
  readonly isCleared: IsCleared;
  /** The registry's name of the business, from an earlier assessment. */
  readonly registeredName?: string;
  /** Whether a resubmission was requested before; the sandbox requests one only once. */
  readonly wasResubmitted: boolean;
  readonly clock: Clock;
  /** Creates a reference for a check (`ver_`). The evidence of all checks of an assessment is kept together. */
  readonly newReference: () => string;
  /**
   * The deadline of the checks; those that have not ended by then are unavailable. Three attempts at a source take 32
   * s.
   */
  readonly signal: AbortSignal;
}

/** The outcome of one module. @property cause why its source returned no usable response, for logs and metrics. */
export interface Finding {
  /** Its charge is the price of the verdict; that of a new finding is not paid yet. */
  readonly result: ModuleResult;
  /** Whether this assessment made it; other findings were kept or have no result yet. */
  readonly isNew: boolean;
  /** The module that makes the same check; its result applies to this module too. */
  readonly coveredBy?: ModuleId;
  /** The visit that was booked for it. */
  readonly booked?: Pick<VisitFacts, 'simulatedResult'>;
  readonly cause?: UnavailableCause;
  /** The evidence to keep of a check that was made now. */
  readonly evidence?: CheckEvidence;
}

/** The results of all lookups. Everything that follows depends only on them and the wallet. */
export interface CheckedModules {
  /** One finding for each enabled module, in order. */
  readonly findings: readonly Finding[];
  readonly risk: RiskConfig;
  readonly rehearsal: Rehearsal;
  /** The names that a later assessment needs. */
  readonly names: CheckedNames;
}

/** The names of an assessment, which the applicant stores for the next one. */
export interface CheckedNames {
  /** The registry's name of the business, once it is known. */
  readonly registeredName: string | null;
  /** A digest of all names that were screened; null when none were. */
  readonly screenedDigest: string | null;
}

/** One debit for one module's check. */
export interface ModuleCharge {
  readonly moduleId: ModuleId;
  readonly actionKey: ModuleActionKey;
  readonly amountKobo: number;
}

/** The verdict of a module that has its own event; the emitter adds the ids. */
export interface ModuleVerdictEvent {
  readonly event: VerificationEvent;
  readonly moduleId: ModuleId;
  /** The check's own record (`ver_`), or its visit (`addr_`). */
  readonly verificationReference: string | null;
  /** `unavailable` for a module that could not be checked. */
  readonly status: VerdictStatus | 'unavailable';
  readonly reasonCodes: readonly (CheckReason | 'visit_not_possible')[];
  /** Null for a module that could not be checked: the event then has the current time. */
  readonly completedAt: string | null;
}

/** The result of a check that has its own record. */
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

/** Everything that the transaction of an assessment writes. */
export interface Assessment {
  /** One result for each enabled module, in order. */
  readonly results: readonly ModuleResult[];
  /** The debits of this assessment, in order. Their sum never exceeds the balance. */
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
