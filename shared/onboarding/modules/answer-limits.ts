import type { FieldType } from './module-fields.ts';

/** Maximum characters of a text, or of each text in a list or a person. */
export const MAX_ANSWER_LENGTH: Readonly<Record<FieldType, number>> = {
  text: 200,
  textarea: 2000,
  email: 200,
  tel: 40,
  url: 2048,
  date: 10,
  select: 120,
  list: 200,
  people: 200,
};

/** Maximum entries of a list, or persons in a field of people. */
export const MAX_LIST_ENTRIES = 25;
