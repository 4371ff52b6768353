import { normaliseNationalIdNumber } from '#shared/sources/formats';
import type { DeclaredPerson } from '#shared/sources/ports';
import { answeredPeople, type ModuleAnswers } from './answer-values.ts';

/** Everything that the customer and the applicant declared about the business, as the checks need it. */
export interface Declared {
  /** The name that records are compared with. */
  readonly businessName?: string;
  /** Every name that was given or typed as that of the business. */
  readonly businessNames: readonly string[];
  /** The name that the registry has, once it was asked. */
  readonly registeredName?: string;
  readonly registrationNumber?: string;
  readonly jurisdiction?: string;
  /** Trading and former names. */
  readonly otherNames: readonly string[];
  /** Full names of everyone named as director, owner or shareholder, each once. */
  readonly people: readonly string[];
}

/**
 * The people of one module, each with their own number; who has no name is nobody.
 *
 * @returns undefined where nobody knows whose number is whose ({@link answeredPeople}).
 */
export const declaredPeople = (answers: ModuleAnswers): readonly DeclaredPerson[] | undefined =>
  answeredPeople(answers)?.flatMap(({ fullName: written, nationalIdNumber: writtenNumber = '' }) => {
    const fullName = written.trim();
    if (fullName === '') return [];
    const nationalIdNumber = normaliseNationalIdNumber(writtenNumber);
    return nationalIdNumber === undefined ? [{ fullName }] : [{ fullName, nationalIdNumber }];
  });
