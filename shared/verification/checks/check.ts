import type { SourcePorts, SourceResult, UnavailableCause, VisitFacts, VisitQuery } from '#shared/sources/ports';
import type { ModuleAnswers } from '#shared/verification/answer-values';
import type { CheckReason } from '#shared/verification/check-reasons';
import type { Declared } from '#shared/verification/declared';
import type { EvidenceFields } from '#shared/verification/evidence-fields';
import type { FoundEntries, IsCleared } from '#shared/verification/listed-entry';
import { isSameBusinessName } from '#shared/verification/name-matching';

/** The input of a check. @property answers of the module itself, whose required fields are all given. */
export interface CheckInput {
  readonly answers: ModuleAnswers;
  readonly declared: Declared;
  readonly ports: SourcePorts;
  readonly signal: AbortSignal;
  /** The visit to the address of `address_verification`. */
  readonly visit?: KnownVisit;
  /** Which list entries a reviewer of the applicant has cleared; none unless given. */
  readonly isCleared?: IsCleared;
}

/** What is known of a visit. @property place as it is asked for; @property ended what it found, once that is settled. */
export interface KnownVisit {
  readonly reference: string;
  readonly place: Omit<VisitQuery, 'reference'>;
  readonly isBooked: boolean;
  readonly ended?: 'verified' | 'not_verified' | undefined;
}

/** A verdict of a check. `unavailable` is none: it is not charged and rejects nobody. */
export type CheckStatus = 'passed' | 'failed' | 'review' | 'unavailable';

/** A person who was checked, and why they were not confirmed; no code when they were. */
export interface CheckedPerson {
  readonly fullName: string;
  readonly reasonCodes: readonly CheckReason[];
}

/** How a check ended. @property cause why a source gave no usable response, for logs and metrics. */
export interface CheckOutcome {
  readonly status: CheckStatus;
  readonly reasonCodes: readonly CheckReason[];
  readonly cause?: UnavailableCause;
  /** Who was checked one by one, from a check of people. */
  readonly people?: readonly CheckedPerson[];
  /** What was compared, where a source was asked; and what it answered, nothing where it has no record. */
  readonly compared?: EvidenceFields;
  readonly answered?: EvidenceFields;
  /** The entries that a screening found. */
  readonly found?: FoundEntries;
  /** The name that the registry has of the business, from the check that asks it. */
  readonly registeredName?: string;
  /** A visit that was booked now, whose end is the verdict. */
  readonly booked?: Pick<VisitFacts, 'simulatedResult'>;
}

/** The check of one module: looks it up at its source and evaluates the facts. Never throws for a source's failure. */
export type Check = (input: CheckInput) => Promise<CheckOutcome>;

/** Nothing is wrong; the codes, if any, are notes. */
export const passed = (...reasonCodes: CheckReason[]): CheckOutcome => ({ status: 'passed', reasonCodes });

/** The record contradicts what was declared. */
export const failed = (...reasonCodes: CheckReason[]): CheckOutcome => ({ status: 'failed', reasonCodes });

/** A person has to review it. */
export const review = (...reasonCodes: CheckReason[]): CheckOutcome => ({ status: 'review', reasonCodes });

/** There is no verdict, for a reason other than the source. */
export const withoutVerdict = (reason: CheckReason): CheckOutcome => ({ status: 'unavailable', reasonCodes: [reason] });

/** There is no verdict, because of the source. */
export const sourceUnavailable = (cause: UnavailableCause): CheckOutcome => ({
  status: 'unavailable',
  reasonCodes: ['source_unavailable'],
  cause,
});

/** How a source's response is evaluated, and what is kept of it as evidence. */
export interface Judgement<Facts> {
  readonly compared: EvidenceFields;
  /** What a record says, as far as the check uses it. */
  readonly answered: (facts: Facts) => EvidenceFields;
  /** After a confirmed "no such record". */
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

/** A check with the record that its source found, for those who show it. */
export interface Lookup<Facts> {
  readonly outcome: CheckOutcome;
  /** Undefined when there is no such record, or nobody was asked. */
  readonly facts: Facts | undefined;
}

/** A check that was decided without a source. */
export const withoutLookup = (outcome: CheckOutcome): Lookup<never> => ({ outcome, facts: undefined });

/** A source's response as it was {@link judgeResult}, with its facts. */
export const lookedUp = <Facts>(answer: SourceResult<Facts>, judgement: Judgement<Facts>): Lookup<Facts> => ({
  outcome: judgeResult(answer, judgement),
  facts: answer.status === 'found' ? answer.facts : undefined,
});

/** What a check asks, beside its numbers. */
export interface LookupContext extends Pick<CheckInput, 'ports' | 'signal'> {
  /** The name that the record is compared with, where there is one. */
  readonly businessName: string | undefined;
}

/** The reason to doubt a record's name; none when there is no declared name to compare it with. */
export const nameDoubts = (recordedName: string, businessName: string | undefined): CheckReason[] =>
  businessName === undefined || isSameBusinessName(recordedName, businessName) ? [] : ['name_mismatch'];
