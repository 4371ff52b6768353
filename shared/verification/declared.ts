import { normaliseNationalIdNumber } from '#shared/sources/formats';
import type { DeclaredPerson } from '#shared/sources/ports';
import { listOf, type ModuleAnswers } from './answer-values.ts';

/** Everything that the customer and the applicant declared about the business, as the checks need it. */
export interface Declared {
  /** The name that records are compared with. */
  readonly businessName?: string;
  readonly registrationNumber?: string;
  readonly jurisdiction?: string;
  /** Trading and former names. */
  readonly otherNames: readonly string[];
  /** Full names of everyone named as director, owner or shareholder, each once. */
  readonly people: readonly string[];
}

/** The people of one module with their numbers, which are given in the same order. An empty line names nobody. */
export const declaredPeople = (answers: ModuleAnswers): readonly DeclaredPerson[] => {
  const numbers = listOf(answers, 'nationalIdNumbers');
  return listOf(answers, 'fullNames').flatMap((line, index) => {
    const fullName = line.trim();
    if (fullName === '') return [];
    const nationalIdNumber = normaliseNationalIdNumber(numbers[index] ?? '');
    return nationalIdNumber === undefined ? [{ fullName }] : [{ fullName, nationalIdNumber }];
  });
};
