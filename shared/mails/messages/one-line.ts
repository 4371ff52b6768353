/** Characters that change the direction of what follows: with them a text reads as another. Source: Unicode UAX #9. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text of a stranger that reads in the order in which it is written. */
export const undirected = (text: string): string => text.replace(DIRECTIONS, '');

/** A text of a stranger on one line, so that it cannot imitate another line of a mail or a text message. */
export const onOneLine = (text: string): string =>
  undirected(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
