import type { FileType } from './file-types.ts';

/**
 * Names by which a PDF runs something, opens something else or carries it along (ISO 32000-2: 12.6.4 actions, 7.11.4
 * embedded files, 13.7 rich media; XFA forms run scripts).
 */
const ACTIVE = /\/(?:JavaScript|Launch|ImportData|GoToE|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z0-9_.-])/;

/**
 * What hides names from a reader that neither decompresses nor decrypts (ISO 32000-2: 7.5.7 object streams, 7.6
 * encryption).
 */
const HIDING = /\/(?:ObjStm|Encrypt)(?![A-Za-z0-9_.-])/;

/** A character of a name may be written by its number (ISO 32000-2: 7.3.5). */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * Whether a file can do something by itself when it is opened, which only PDFs can. Nothing is decompressed: null means
 * that the file has parts that cannot be inspected.
 */
export const hasActiveContent = (bytes: Uint8Array, type: FileType): boolean | null => {
  if (type !== 'pdf') return false;
  const text = withoutEscapes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
  if (ACTIVE.test(text)) return true;
  return HIDING.test(text) ? null : false;
};
