import { create } from 'fontkit';
import { type FONT_FILES, fontBytes } from './font-files.ts';

/** The two faces of a document. */
export type FontName = keyof typeof FONT_FILES;

/** A face: its bytes, and what it can show. */
export interface Face {
  readonly bytes: Uint8Array;
  /** Whether it has a glyph for a code point. */
  readonly covers: (codePoint: number) => boolean;
}

const readFace = (name: FontName): Face => {
  const bytes = fontBytes(name);
  const font = create(Buffer.from(bytes));
  // Each file is a single font, not a collection.
  const covered = new Set('characterSet' in font ? font.characterSet : []);
  return { bytes, covers: (codePoint) => covered.has(codePoint) };
};

let faces: Readonly<Record<FontName, Face>> | undefined;

/** The faces, unpacked for the first document of a container because unpacking takes some milliseconds. */
export const documentFaces = (): Readonly<Record<FontName, Face>> => {
  faces ??= { regular: readFace('regular'), bold: readFace('bold') };
  return faces;
};
