import type { FileType } from './file-types.ts';

/**
 * Characters at the end of a name that are kept when it is shortened, because people tell the type of a file by them.
 */
const ENDING_LENGTH = 12;

/** The endings of each type of file. The first replaces any other ending. */
const ENDINGS: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  pdf: ['.pdf'],
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
};

/**
 * The name of a file without control characters and without characters that have a meaning to file systems. If it is
 * too long, it loses characters before its ending. Empty when nothing is left.
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

/**
 * A safe name whose ending matches the content of the file. A computer decides by the ending what to do with a file, so
 * what the sender calls a PDF must not be downloaded as `certificate.bat`.
 *
 * @param fallback the name of a file whose sender gave none, without an ending.
 */
export const filenameOfType = (filename: string, type: FileType, fallback: string, maxLength: number): string => {
  const name = safeFilename(filename, maxLength);
  if (name === '') return `${fallback}${ENDINGS[type][0]}`;
  if (ENDINGS[type].some((ending) => name.toLowerCase().endsWith(ending))) return name;
  return safeFilename(`${name}${ENDINGS[type][0]}`, maxLength);
};
