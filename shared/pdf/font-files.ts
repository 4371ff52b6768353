import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The fonts of documents by their face, as files of a package: they cover Latin with the diacritics of Yoruba, Igbo and
 * Hausa, Greek, Cyrillic, Arabic and Hebrew.
 */
export const FONT_FILES = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
} as const;

/** The bytes of a font. The build replaces this module so that bundles contain them. */
export const fontBytes = (face: keyof typeof FONT_FILES): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(FONT_FILES[face]));
