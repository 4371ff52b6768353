import type { Clock } from '#shared/platform/clock';
import type { UnavailableCause } from '#shared/sources/ports';
import type { Sources } from '#shared/sources/select';
import type { SessionAnswers } from './answers.ts';
import type { AssessmentOutcome } from './decision.ts';
import type { ModuleActionKey, ModuleId, VerificationEvent } from './modules.ts';
import type { CheckReason } from './reason-codes.ts';
import type { ModuleStatus } from './scoring.ts';
import type { Subject } from './subject.ts';
import type { RiskConfig } from './widget-config.ts';

/** The result of one module, as the applicant's record keeps it. @property completedAt when there is a verdict. */
export interface ModuleResult {
  readonly moduleId: ModuleId;
  readonly status: ModuleStatus;
  readonly reasonCodes: readonly CheckReason[];
  readonly chargeKobo: number;
  readonly completedAt: string | null;
}

/** One debit for one module's check. */
export interface ModuleCharge {
  readonly moduleId: ModuleId;
  readonly actionKey: ModuleActionKey;
  readonly amountKobo: number;
}

/** The verdict of a module that integrators hear of on its own; ids are added by whoever writes it. */
export interface ModuleVerdictEvent {
  readonly event: VerificationEvent;
  readonly moduleId: ModuleId;
  readonly status: ModuleStatus;
  readonly reasonCodes: readonly CheckReason[];
}

/** A source that gave no answer; for logs and metrics. */
export interface SourceIncident {
  readonly moduleId: ModuleId;
  readonly cause: UnavailableCause;
}

/** What an assessment works on. */
export interface AssessmentInput {
  /** The enabled modules, in order. */
  readonly modules: readonly { readonly moduleId: ModuleId; readonly required: boolean }[];
  readonly answers: SessionAnswers;
  readonly subject: Subject;
  readonly risk: RiskConfig;
  readonly sources: Sources;
  /** Kobo of each module's check. */
  readonly prices: Readonly<Record<ModuleActionKey, number>>;
  /** What the wallet holds, in kobo; negative when it is overdrawn. */
  readonly balanceKobo: number;
  /** Results of an earlier assessment that still stand: counted again, but not made and not charged again. */
  readonly standingResults: readonly ModuleResult[];
  /** Whether this applicant was sent back before; the sandbox asks for a resubmission only once. */
  readonly wasResubmitted: boolean;
  readonly clock: Clock;
  /** Ends the assessment in time: checks that have not ended by then are unavailable. Three tries of a source take 32 s. */
  readonly signal: AbortSignal;
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
  readonly incidents: readonly SourceIncident[];
}
