import type { SourcePorts, SourceResult, UnavailableCause, VisitFacts, VisitQuery } from '#shared/sources/ports';
import type { ModuleAnswers } from '#shared/verification/answer-values';
import type { CheckReason } from '#shared/verification/check-reasons';
import type { Declared } from '#shared/verification/declared';
import type { EvidenceFields } from '#shared/verification/evidence-fields';
import type { FoundEntries, IsCleared } from '#shared/verification/listed-entry';
import { isSameBusinessName } from '#shared/verification/name-matching';

/** The input of a check. @property answers the module's own answers, which include all required fields. */
export interface CheckInput {
  readonly answers: ModuleAnswers;
  readonly declared: Declared;
  readonly ports: SourcePorts;
  readonly signal: AbortSignal;
  /** The visit to the address of `address_verification`. */
  readonly visit?: KnownVisit;
  /** Whether a reviewer of the applicant has cleared a list entry; by default none is cleared. */
  readonly isCleared?: IsCleared;
}

/** A visit that a check uses. @property place the place to visit; @property ended its result, once settled. */
export interface KnownVisit {
  readonly reference: string;
  readonly place: Omit<VisitQuery, 'reference'>;
  readonly isBooked: boolean;
  readonly ended?: 'verified' | 'not_verified' | undefined;
}

/** The outcome of a check. `unavailable` means that there is no verdict: it is not charged and rejects nobody. */
export type CheckStatus = 'passed' | 'failed' | 'review' | 'unavailable';

/** A person who was checked, with the reason codes if they were not confirmed. */
export interface CheckedPerson {
  readonly fullName: string;
  readonly reasonCodes: readonly CheckReason[];
}

/** The outcome of a check. @property cause why a source returned no usable response, for logs and metrics. */
export interface CheckOutcome {
  readonly status: CheckStatus;
  readonly reasonCodes: readonly CheckReason[];
  readonly cause?: UnavailableCause;
  /** The people that a check of people looked at. */
  readonly people?: readonly CheckedPerson[];
  /** What was compared, if a source was asked, and its response, which is empty if it has no record. */
  readonly compared?: EvidenceFields;
  readonly answered?: EvidenceFields;
  /** The entries that a screening found. */
  readonly found?: FoundEntries;
  /** The registry's name of the business, from the check that looks it up. */
  readonly registeredName?: string;
  /** A visit that was booked just now. Its end will be the verdict. */
  readonly booked?: Pick<VisitFacts, 'simulatedResult'>;
}

/** The check of one module: looks it up at its source and evaluates the facts. It never throws when a source fails. */
export type Check = (input: CheckInput) => Promise<CheckOutcome>;

/** A passed check; its codes, if any, are notes. */
export const passed = (...reasonCodes: CheckReason[]): CheckOutcome => ({ status: 'passed', reasonCodes });

/** A failed check: the record contradicts what was declared. */
export const failed = (...reasonCodes: CheckReason[]): CheckOutcome => ({ status: 'failed', reasonCodes });

/** A check that a person has to review. */
export const review = (...reasonCodes: CheckReason[]): CheckOutcome => ({ status: 'review', reasonCodes });

/** A check without a verdict, for a reason other than the source. */
export const withoutVerdict = (reason: CheckReason): CheckOutcome => ({ status: 'unavailable', reasonCodes: [reason] });

/** A check without a verdict, because of the source. */
export const sourceUnavailable = (cause: UnavailableCause): CheckOutcome => ({
  status: 'unavailable',
  reasonCodes: ['source_unavailable'],
  cause,
});

/** How a source's response is evaluated, and which parts of it become evidence. */
export interface Judgement<Facts> {
  readonly compared: EvidenceFields;
  /** The parts of a record that the check uses. */
  readonly answered: (facts: Facts) => EvidenceFields;
  /** The outcome when the source confirms that there is no such record. */
  readonly notFound: CheckOutcome;
  readonly judge: (facts: Facts) => CheckOutcome;
}

/** Evaluates a source's response. */
export const judgeResult = <Facts>(
  answer: SourceResult<Facts>,
  { compared, answered, notFound, judge }: Judgement<Facts>,
): CheckOutcome => {
  switch (answer.status) {
    case 'found':
      return { ...judge(answer.facts), compared, answered: answered(answer.facts) };
    case 'not_found':
      return { ...notFound, compared, answered: {} };
    case 'unavailable':
      return sourceUnavailable(answer.cause);
  }
};

/** The outcome of a check with the record that its source found, for showing it. */
export interface Lookup<Facts> {
  readonly outcome: CheckOutcome;
  /** Undefined when there is no such record, or no source was asked. */
  readonly facts: Facts | undefined;
}

/** A check that was decided without a source. */
export const withoutLookup = (outcome: CheckOutcome): Lookup<never> => ({ outcome, facts: undefined });

/** A source's response evaluated by {@link judgeResult}, with its facts. */
export const lookedUp = <Facts>(answer: SourceResult<Facts>, judgement: Judgement<Facts>): Lookup<Facts> => ({
  outcome: judgeResult(answer, judgement),
  facts: answer.status === 'found' ? answer.facts : undefined,
});

/** What a lookup needs besides its numbers. */
export interface LookupContext extends Pick<CheckInput, 'ports' | 'signal'> {
  /** The name that the record is compared with, if there is one. */
  readonly businessName: string | undefined;
}

/** The reason to doubt a record's name; empty when there is no declared name to compare it with. */
export const nameDoubts = (recordedName: string, businessName: string | undefined): CheckReason[] =>
  businessName === undefined || isSameBusinessName(recordedName, businessName) ? [] : ['name_mismatch'];
