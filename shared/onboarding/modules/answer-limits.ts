import type { FieldType } from './module-fields.ts';

/** Maximum characters of a text; for a list, of each of its entries. */
export const MAX_ANSWER_LENGTH: Readonly<Record<FieldType, number>> = {
  text: 200,
  textarea: 2000,
  email: 200,
  tel: 40,
  url: 2048,
  date: 10,
  select: 120,
  list: 200,
};

/** Maximum entries of a list. */
export const MAX_LIST_ENTRIES = 25;
