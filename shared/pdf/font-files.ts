import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const fontFile = (name: string): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/**
 * The fonts of documents, as bytes: they cover Latin with the diacritics of Yoruba, Igbo and Hausa, Greek, Cyrillic, Arabic
 * and Hebrew. Bundles hold them packed: this module is made while bundling.
 */
export const fontFiles = {
  regular: (): Uint8Array => fontFile('DejaVuSansCondensed'),
  bold: (): Uint8Array => fontFile('DejaVuSansCondensed-Bold'),
};
