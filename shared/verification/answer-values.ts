/** The value of one field. Null removes an earlier answer. */
export type AnswerValue = string | readonly string[] | null;

/** The answers of one module, field name to value. */
export type ModuleAnswers = Readonly<Record<string, AnswerValue>>;

/** The entries of an answer as they were written; none when it was not given, one when it is not a list. */
export const listOf = (answers: ModuleAnswers | undefined, name: string): readonly string[] => {
  const value = answers?.[name] ?? [];
  return typeof value === 'string' ? [value] : value;
};

/** The entries of an answer without the empty ones and without space around them. */
export const entriesOf = (answers: ModuleAnswers | undefined, name: string): readonly string[] =>
  listOf(answers, name)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The text of an answer without space around it, or nothing when it was not given or is empty. */
export const textOf = (answers: ModuleAnswers | undefined, name: string): string | undefined =>
  entriesOf(answers, name)[0];
