/** A text of a stranger on one line, so that it cannot imitate another line of a mail or a text message. */
export const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
