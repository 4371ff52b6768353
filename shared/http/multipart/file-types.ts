/** A type of file that endpoints take. */
export type FileType = 'pdf' | 'jpeg' | 'png';

/** The first bytes of each type of file, and its media type (RFC 3778 2; ISO/IEC 10918-1 B.1; W3C PNG 5.2). */
export const FILE_TYPES: Readonly<Record<FileType, { readonly magic: Uint8Array; readonly mimeType: string }>> = {
  pdf: { magic: Buffer.from('%PDF-', 'latin1'), mimeType: 'application/pdf' },
  jpeg: { magic: Buffer.from('ffd8ff', 'hex'), mimeType: 'image/jpeg' },
  png: { magic: Buffer.from('89504e470d0a1a0a', 'hex'), mimeType: 'image/png' },
};

/** The type of a file by its content, because what its sender states proves nothing. Undefined for any other type. */
export const fileTypeOf = (bytes: Uint8Array): FileType | undefined => {
  const types = Object.entries(FILE_TYPES) as [FileType, (typeof FILE_TYPES)[FileType]][];
  return types.find(([, { magic }]) => magic.every((byte, index) => bytes[index] === byte))?.[0];
};
