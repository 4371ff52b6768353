/** A text as names are compared: without case, accents and superfluous space. */
export const comparable = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ').trim();

/** Whether a text has another one in it, whatever their case, accents and superfluous space. */
export const isPartOf = (part: string, text: string): boolean => comparable(text).includes(comparable(part));

/** A number as numbers are compared: `RC 1234-567` is `RC1234567`. */
export const plainNumber = (text: string): string => text.toUpperCase().replace(/[\s/.:-]+/g, '');
