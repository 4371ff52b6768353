/** Characters that change the direction of what follows, and so make a text read as another. Source: Unicode UAX #9. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A stranger's text without characters that change the order in which it is read. */
export const undirected = (text: string): string => text.replace(DIRECTIONS, '');

/** A stranger's text on one line, so that it cannot imitate another line of a mail or a text message. */
export const onOneLine = (text: string): string =>
  undirected(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
