/** Words for the kind of a business, which do not identify it. */
const LEGAL_FORMS = new Set(['LIMITED', 'PLC', 'LLP', 'LP', 'GTE', 'INCORPORATED', 'COMPANY', 'THE', 'AND']);

/** Words that registers, banks and people write in more than one way. */
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

/** The words of a text as they are compared: without case, punctuation, accents and differences of spelling. */
export const comparableWords = (text: string): readonly string[] =>
  withoutMarks(text)
    .toUpperCase()
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SPELLINGS.get(word) ?? word);

/** Whether a name says that it is a business's: "Limited", "PLC" and the like. */
export const namesLegalForm = (name: string): boolean => comparableWords(name).some((word) => LEGAL_FORMS.has(word));

/**
 * The words that identify a business, as one text: equal for all the ways in which its name is written, whatever the
 * order, the case, the punctuation, the accents and the legal form. All words when nothing else is left ("The Company
 * Limited"); empty for a name without words.
 */
export const businessNameKey = (name: string): string => {
  const words = comparableWords(name);
  const distinctive = words.filter((word) => !LEGAL_FORMS.has(word));
  return [...new Set(distinctive.length > 0 ? distinctive : words)].sort().join(' ');
};

/**
 * Whether two texts name the same business, by {@link businessNameKey}. Anything less is a mismatch, which leads to a
 * review and rejects nobody.
 */
export const isSameBusinessName = (one: string, other: string): boolean => {
  const key = businessNameKey(one);
  return key !== '' && key === businessNameKey(other);
};

/** The words of a name as one text, in their order; the name itself where it has none. */
export const nameWords = (name: string): string => comparableWords(name).join(' ') || name.trim();

/**
 * The names that differ in their words, each as it was written first: case, punctuation, accents and spelling do not
 * make another name, the legal form does.
 */
export const distinctNames = (names: readonly string[]): readonly string[] => {
  const byWords = new Map<string, string>();
  for (const name of names.map((written) => written.trim())) {
    const key = nameWords(name);
    if (name !== '' && !byWords.has(key)) byWords.set(key, name);
  }
  return [...byWords.values()];
};
