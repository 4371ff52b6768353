import { normaliseNationalIdNumber, normaliseRegistrationNumber } from '#shared/sources/formats';
import type { DeclaredPerson } from '#shared/sources/ports';
import { entriesOf, listOf, type ModuleAnswers, type SessionAnswers, textOf } from './answers.ts';
import { defined } from './defined.ts';
import type { ModuleId } from './modules.ts';

/** What the customer said of the business when the applicant was created (interface: Applicant, `subject`). */
export interface Subject {
  readonly businessName?: string;
  readonly registrationNumber?: string;
  readonly tin?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly jurisdiction?: string;
  readonly industry?: string;
}

/** Everything that was said of the business, by the customer and by the applicant, as the checks need it. */
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

const PEOPLE_MODULES = [
  'directors_kyc',
  'ubo_verification',
  'shareholders_kyc',
  'aml_screening',
  'sanctions_screening',
  'pep_screening',
  'adverse_media_screening',
] as const satisfies readonly ModuleId[];

const present = (texts: readonly (string | undefined)[]): string[] =>
  texts.map((text) => text?.trim() ?? '').filter((text) => text !== '');

/** Every name the business was given, the customer's word first: an applicant must not choose what it is compared with. */
export const businessNames = (subject: Subject, answers: SessionAnswers): readonly string[] =>
  present([
    subject.businessName,
    textOf(answers.business_profile, 'businessName'),
    textOf(answers.cac_verification, 'businessName'),
  ]);

/**
 * What customer and applicant said, brought together.
 *
 * @param businessName the name to compare with, when it is not the first one given.
 */
export const declare = (
  subject: Subject,
  answers: SessionAnswers,
  businessName: string | undefined = businessNames(subject, answers)[0],
): Declared => {
  const all = (name: string): string[] => [
    ...new Set(PEOPLE_MODULES.flatMap((moduleId) => entriesOf(answers[moduleId], name))),
  ];
  const [writtenNumber] = present([
    textOf(answers.cac_verification, 'registrationNumber'),
    textOf(answers.business_profile, 'registrationNumber'),
    subject.registrationNumber,
  ]);
  const registrationNumber = writtenNumber && (normaliseRegistrationNumber(writtenNumber) ?? writtenNumber);
  const [jurisdiction] = present([subject.jurisdiction, textOf(answers.business_profile, 'jurisdiction')]);
  return {
    ...defined({ businessName, registrationNumber, jurisdiction }),
    otherNames: all('otherNames'),
    people: all('fullNames'),
  };
};

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
