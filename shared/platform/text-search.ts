/** A text in the form in which names are compared: without case, accents and superfluous spaces. */
export const comparable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ').trim();

/** Whether a text contains another one, ignoring case, accents and superfluous spaces. */
export const isPartOf = (part: string, text: string): boolean => comparable(text).includes(comparable(part));

/** A number in the form in which numbers are compared: `RC 1234-567` becomes `RC1234567`. */
export const plainNumber = (text: string): string => text.toUpperCase().replace(/[\s/.:-]+/g, '');
