import type { Creator } from '#shared/events/catalogue';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { normaliseRegistrationNumber } from '#shared/sources/formats';
import { entriesOf, type ModuleAnswers, namesOfPeople, textOf } from '#shared/verification/answer-values';
import type { Declared } from '#shared/verification/declared';
import { defined } from '#shared/verification/defined';

/** What the customer stated about the business when the applicant was created (interface: Applicant, `subject`). */
export interface Subject {
  readonly businessName?: string;
  readonly registrationNumber?: string;
  readonly tin?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly jurisdiction?: string;
  readonly industry?: string;
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

/** What was stated about a business, and who created the applicant. */
export interface Statement {
  readonly subject: Subject;
  /** A subject that a visitor of the widget stated counts as an answer, not as the account's statement. */
  readonly createdBy: Creator;
  readonly answers: SessionAnswers;
}

/**
 * Every name of the business, starting with the account's: an applicant must not be able to choose the name it is
 * compared with.
 */
export const businessNames = ({ subject, createdBy, answers }: Statement): readonly string[] => {
  const answered = [textOf(answers.business_profile, 'businessName'), textOf(answers.cac_verification, 'businessName')];
  return present(createdBy === 'account' ? [subject.businessName, ...answered] : [...answered, subject.businessName]);
};

/**
 * Combines the declarations of the account and the applicant.
 *
 * @param registeredName the registry's name of the business, if an earlier check found it.
 */
export const combinedDeclarations = (statement: Statement, registeredName?: string): Declared => {
  const { subject, answers } = statement;
  const names = businessNames(statement);
  const [businessName] = names;
  const all = (read: (of: ModuleAnswers | undefined) => readonly string[]): string[] => [
    ...new Set(PEOPLE_MODULES.flatMap((moduleId) => read(answers[moduleId]))),
  ];
  const [writtenNumber] = present([
    textOf(answers.cac_verification, 'registrationNumber'),
    textOf(answers.business_profile, 'registrationNumber'),
    subject.registrationNumber,
  ]);
  const registrationNumber = writtenNumber && (normaliseRegistrationNumber(writtenNumber) ?? writtenNumber);
  const [jurisdiction] = present([subject.jurisdiction, textOf(answers.business_profile, 'jurisdiction')]);
  return {
    ...defined({ businessName, registrationNumber, jurisdiction, registeredName }),
    businessNames: names,
    otherNames: all((of) => entriesOf(of, 'otherNames')),
    people: all(namesOfPeople),
  };
};
