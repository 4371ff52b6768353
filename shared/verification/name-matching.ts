/** Words for the legal form of a business, which do not identify it. */
const LEGAL_FORMS = new Set(['LIMITED', 'PLC', 'LLP', 'LP', 'GTE', 'INCORPORATED', 'COMPANY', 'THE', 'AND']);

/** Words with more than one spelling in registers, at banks and in general use. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['CO', 'COMPANY'],
  ['ENT', 'ENTERPRISES'],
  ['ENTERPRISE', 'ENTERPRISES'],
  ['INC', 'INCORPORATED'],
  ['INT', 'INTERNATIONAL'],
  ['INTL', 'INTERNATIONAL'],
  ['LTD', 'LIMITED'],
  ['NIG', 'NIGERIA'],
  ['SERVICE', 'SERVICES'],
  ['SVC', 'SERVICES'],
  ['SVCS', 'SERVICES'],
  ['VENTURE', 'VENTURES'],
]);

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** The words of a text in the form that is compared: without case, punctuation, accents and spelling variants. */
export const comparableWords = (text: string): readonly string[] =>
  withoutMarks(text)
    .toUpperCase()
    .replace(/['\u2019.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SPELLINGS.get(word) ?? word);

/** Whether a name contains a legal form, such as "Limited" or "PLC". */
export const namesLegalForm = (name: string): boolean => comparableWords(name).some((word) => LEGAL_FORMS.has(word));

/**
 * A key of the words that identify a business. It is equal for all spellings of its name, whatever the order, case,
 * punctuation, accents and legal form. It consists of all words when nothing else is left ("The Company Limited"), and
 * is empty for a name without words.
 */
export const businessNameKey = (name: string): string => {
  const words = comparableWords(name);
  const distinctive = words.filter((word) => !LEGAL_FORMS.has(word));
  return [...new Set(distinctive.length > 0 ? distinctive : words)].sort().join(' ');
};

/**
 * Whether two texts name the same business, by {@link businessNameKey}. Otherwise there is a mismatch, which leads to a
 * review and rejects nobody.
 */
export const isSameBusinessName = (one: string, other: string): boolean => {
  const key = businessNameKey(one);
  return key !== '' && key === businessNameKey(other);
};

/** The words of a name as one text, in their order; the name itself if it has none. */
export const nameWords = (name: string): string => comparableWords(name).join(' ') || name.trim();

/**
 * The names that differ in their words, each in its first spelling. Case, punctuation, accents and spelling variants do
 * not make a different name; the legal form does.
 */
export const distinctNames = (names: readonly string[]): readonly string[] => {
  const byWords = new Map<string, string>();
  for (const name of names.map((written) => written.trim())) {
    const key = nameWords(name);
    if (name !== '' && !byWords.has(key)) byWords.set(key, name);
  }
  return [...byWords.values()];
};
