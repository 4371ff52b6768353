/** A person in the answers of a module of people. A number without a name is incomplete. */
export interface AnsweredPerson {
  readonly fullName: string;
  readonly nationalIdNumber?: string;
}

/** The value of one field. Null removes an earlier answer. */
export type AnswerValue = string | readonly string[] | readonly AnsweredPerson[] | null;

/** The answers of one module, field name to value. */
export type ModuleAnswers = Readonly<Record<string, AnswerValue>>;

/** The texts of an answer as they were sent: none if it was not given, one if it is not a list. */
export const listOf = (answers: ModuleAnswers | undefined, name: string): readonly string[] => {
  const value = answers?.[name] ?? [];
  return typeof value === 'string' ? [value] : value.filter((entry) => typeof entry === 'string');
};

/** The entries of an answer, trimmed, without empty ones. */
export const entriesOf = (answers: ModuleAnswers | undefined, name: string): readonly string[] =>
  listOf(answers, name)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The trimmed text of an answer; undefined if it was not given or is empty. */
export const textOf = (answers: ModuleAnswers | undefined, name: string): string | undefined =>
  entriesOf(answers, name)[0];

const isPerson = (entry: string | AnsweredPerson): entry is AnsweredPerson => typeof entry !== 'string';

/**
 * The people of a module as they were sent, in either shape: `people`, or the lists `fullNames` and
 * `nationalIdNumbers`, joined by position.
 *
 * @returns undefined for lists of different lengths, which cannot be joined.
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
