/** Characters at the end of a name that are kept when it is shortened: what people tell the type of a file by. */
const ENDING_LENGTH = 12;

/**
 * The name of a file without control characters and what file systems give a meaning to; one that is too long loses
 * characters before its ending. Empty when nothing is left of it.
 *
 * @param maxLength in code points, more than twelve.
 */
export const safeFilename = (filename: string, maxLength: number): string => {
  const clean = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .trim()
    .replace(/^\.+/, '_');
  const characters = [...clean];
  if (characters.length <= maxLength) return clean;
  return [...characters.slice(0, maxLength - ENDING_LENGTH), ...characters.slice(-ENDING_LENGTH)].join('');
};
