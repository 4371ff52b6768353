import { normaliseNationalIdNumber } from '#shared/sources/formats';
import type { DeclaredPerson } from '#shared/sources/ports';
import { answeredPeople, type ModuleAnswers } from './answer-values.ts';

/** Everything that the account and the applicant declared about the business, as checks use it. */
export interface Declared {
  /** The name that records are compared with. */
  readonly businessName?: string;
  /** Every name of the business that was stated or answered. */
  readonly businessNames: readonly string[];
  /** The registry's name of the business, once it was looked up. */
  readonly registeredName?: string;
  readonly registrationNumber?: string;
  readonly jurisdiction?: string;
  /** Trading and former names. */
  readonly otherNames: readonly string[];
  /** Full names of everyone named as a director, owner or shareholder, each once. */
  readonly people: readonly string[];
}

/**
 * The people of one module, each with their own number. Entries without a name are left out.
 *
 * @returns undefined when names and numbers cannot be joined ({@link answeredPeople}).
 */
export const declaredPeople = (answers: ModuleAnswers): readonly DeclaredPerson[] | undefined =>
  answeredPeople(answers)?.flatMap(({ fullName: written, nationalIdNumber: writtenNumber = '' }) => {
    const fullName = written.trim();
    if (fullName === '') return [];
    const nationalIdNumber = normaliseNationalIdNumber(writtenNumber);
    return nationalIdNumber === undefined ? [{ fullName }] : [{ fullName, nationalIdNumber }];
  });
