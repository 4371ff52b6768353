/** A person of a module that asks for people. A number without a name is not finished yet. */
export interface AnsweredPerson {
  readonly fullName: string;
  readonly nationalIdNumber?: string;
}

/** The value of one field. Null removes an earlier answer. */
export type AnswerValue = string | readonly string[] | readonly AnsweredPerson[] | null;

/** The answers of one module, field name to value. */
export type ModuleAnswers = Readonly<Record<string, AnswerValue>>;

/** The texts of an answer as they were written; none when it was not given, one when it is not a list. */
export const listOf = (answers: ModuleAnswers | undefined, name: string): readonly string[] => {
  const value = answers?.[name] ?? [];
  return typeof value === 'string' ? [value] : value.filter((entry) => typeof entry === 'string');
};

/** The entries of an answer without the empty ones and without space around them. */
export const entriesOf = (answers: ModuleAnswers | undefined, name: string): readonly string[] =>
  listOf(answers, name)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The text of an answer without space around it, or nothing when it was not given or is empty. */
export const textOf = (answers: ModuleAnswers | undefined, name: string): string | undefined =>
  entriesOf(answers, name)[0];

const isPerson = (entry: string | AnsweredPerson): entry is AnsweredPerson => typeof entry !== 'string';

/**
 * The people of a module as they were written, in either of the two shapes that it takes: `people`, or the lists
 * `fullNames` and `nationalIdNumbers`, joined by position.
 *
 * @returns undefined where two lists are of different lengths: nobody knows then whose number is whose.
 */
export const answeredPeople = (answers: ModuleAnswers | undefined): readonly AnsweredPerson[] | undefined => {
  const people = answers?.['people'] ?? [];
  const names = listOf(answers, 'fullNames');
  const numbers = listOf(answers, 'nationalIdNumbers');
  if (names.length > 0 && numbers.length > 0 && names.length !== numbers.length) return undefined;
  const listed = names.map((fullName, index) => ({ fullName, nationalIdNumber: numbers[index] ?? '' }));
  return [...(typeof people === 'string' ? [] : people.filter(isPerson)), ...listed];
};

/** Everyone named in the answers of a module, without numbers. */
export const namesOfPeople = (answers: ModuleAnswers | undefined): readonly string[] => {
  const people = answers?.['people'] ?? [];
  const inOneField = typeof people === 'string' ? [] : people.filter(isPerson).map(({ fullName }) => fullName.trim());
  return [...inOneField.filter((name) => name !== ''), ...entriesOf(answers, 'fullNames')];
};
