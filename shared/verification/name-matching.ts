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

const wordsOf = (name: string): string[] =>
  withoutMarks(name)
    .toUpperCase()
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => SPELLINGS.get(word) ?? word);

/** The words that identify a business; all of them when nothing else is left ("The Company Limited"). */
const distinctiveWords = (name: string): ReadonlySet<string> => {
  const words = wordsOf(name);
  const telling = words.filter((word) => !LEGAL_FORMS.has(word));
  return new Set(telling.length > 0 ? telling : words);
};

/**
 * Whether two texts name the same business: the same identifying words in any order, whatever the case, the
 * punctuation, the accents and the legal form. Anything less is a mismatch, which leads to a review and rejects nobody.
 */
export const isSameBusinessName = (one: string, other: string): boolean => {
  const words = distinctiveWords(one);
  const others = distinctiveWords(other);
  return words.size > 0 && words.size === others.size && [...words].every((word) => others.has(word));
};
