import type { Statement, Subject } from '#shared/onboarding/applicants/subject';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { normaliseRegistrationNumber, normaliseTaxNumber } from '#shared/sources/formats';
import { textOf } from '#shared/verification/answer-values';
import { type CheckOutcome, review } from '#shared/verification/checks/check';
import { isSameBusinessName } from '#shared/verification/name-matching';

const withoutSpace = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

const hasPrefix = (registrationNumber: string): boolean => /[a-z]/i.test(registrationNumber);

const digitsOf = (registrationNumber: string): string => registrationNumber.replace(/\D/g, '');

/** A number without a prefix may belong to any kind of business. */
const isSameRegistration = (one: string, other: string): boolean => {
  const [first, second] = [normaliseRegistrationNumber(one), normaliseRegistrationNumber(other)];
  if (first === undefined || second === undefined) return withoutSpace(one) === withoutSpace(other);
  return hasPrefix(one) && hasPrefix(other) ? first === second : digitsOf(first) === digitsOf(second);
};

const isSameTaxNumber = (one: string, other: string): boolean => {
  const [first, second] = [normaliseTaxNumber(one), normaliseTaxNumber(other)];
  return first && second ? first.taxNumber === second.taxNumber : withoutSpace(one) === withoutSpace(other);
};

/** The fields that both a subject and an answer can have, and how each is compared. */
const COMPARED: readonly (readonly [keyof Subject, (one: string, other: string) => boolean])[] = [
  ['businessName', (one, other) => withoutSpace(one) === withoutSpace(other) || isSameBusinessName(one, other)],
  ['registrationNumber', isSameRegistration],
  ['tin', isSameTaxNumber],
];

/**
 * The modules with an answer that contradicts what the account stated about the business. A visitor's statement counts
 * as an answer and contradicts none.
 */
export const contradictedModules = ({ subject, createdBy, answers }: Statement): readonly ModuleId[] => {
  if (createdBy !== 'account') return [];
  return MODULE_IDS.filter((moduleId) =>
    COMPARED.some(([field, isSame]) => {
      const [stated, answered] = [subject[field]?.trim(), textOf(answers[moduleId], field)];
      return stated !== undefined && stated !== '' && answered !== undefined && !isSame(stated, answered);
    }),
  );
};

/** The outcome of a module with a contradicting answer: a pass becomes a review, so that a person looks at it. */
export const withContradiction = (outcome: CheckOutcome): CheckOutcome => {
  if (outcome.status !== 'passed' && outcome.status !== 'review') return outcome;
  const codes = outcome.status === 'review' ? outcome.reasonCodes : [];
  return { ...outcome, ...review(...codes, 'subject_mismatch') };
};
