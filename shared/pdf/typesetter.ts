import { documentFaces, type FontName } from './fonts.ts';
import { wrapped } from './line-breaks.ts';
import { graphemes, REPLACEMENT, shownText } from './shown-text.ts';
import type { Style } from './styles.ts';
import { textRuns } from './text-direction.ts';

/** A text that was broken into lines of a width. */
export interface SetText {
  readonly style: Style;
  readonly lines: readonly string[];
}

/** Sets texts in the fonts of a document, and draws them. */
export interface Typesetter {
  /** Breaks a text into lines of a width. */
  readonly set: (text: string, style: Style, width: number) => SetText;
  /** Draws lines from a place downwards. */
  readonly draw: (text: SetText, x: number, y: number) => void;
  /** Draws a text on one line, shortened to a width by an ellipsis. */
  readonly drawLine: (text: string, style: Style, x: number, y: number, width: number) => void;
  /** The width of a text on one line. */
  readonly widthOf: (text: string, style: Style) => number;
  /** Whether a text had characters that could not be shown. */
  readonly hasReplaced: () => boolean;
}

/** Widths are measured once, at this size. */
const UNIT_SIZE = 1000;

/** The typesetter of a document. */
export const typesetterOf = (pdf: PDFKit.PDFDocument): Typesetter => {
  const faces = documentFaces();
  for (const [name, { bytes }] of Object.entries(faces)) pdf.registerFont(name, Buffer.from(bytes));
  const widths: Readonly<Record<FontName, Map<string, number>>> = { regular: new Map(), bold: new Map() };
  let isReplaced = false;

  const shown = (text: string, { font }: Style): string => {
    const result = shownText(text, faces[font].covers);
    isReplaced ||= result.isReplaced;
    return result.text;
  };

  const measured = (text: string, { font, size }: Style): number => {
    const known = widths[font].get(text);
    const width = known ?? pdf.font(font).fontSize(UNIT_SIZE).widthOfString(text);
    if (known === undefined) widths[font].set(text, width);
    return (width * size) / UNIT_SIZE;
  };

  /** Shortens a text so that it fits into a width with an ellipsis after it. */
  const shortened = (text: string, style: Style, width: number): string => {
    let kept = '';
    let left = width - measured('…', style);
    for (const grapheme of graphemes(text)) {
      left -= measured(grapheme, style);
      if (left < 0) break;
      kept += grapheme;
    }
    return `${kept}…`;
  };

  const drawShown = (line: string, style: Style, x: number, y: number): void => {
    pdf.font(style.font).fontSize(style.size).fillColor(style.colour);
    const runs = textRuns(line);
    let at = x;
    for (const { text, isRightToLeft } of runs) {
      // When `features` is given, pdfkit lays out a run as a whole, so that its words also run from right to left.
      const options = isRightToLeft ? { features: [] } : {};
      pdf.text(text, at, y, { ...options, lineBreak: false });
      if (runs.length > 1) at += pdf.widthOfString(text, options);
    }
  };

  return {
    set: (text, style, width) => ({
      style,
      lines: wrapped(shown(text, style), width, (word) => measured(word, style)),
    }),
    draw: ({ lines, style }, x, y) => {
      for (const [at, line] of lines.entries()) if (line !== '') drawShown(line, style, x, y + at * style.leading);
    },
    drawLine: (given, style, x, y, width) => {
      const text = shown(given, style).replaceAll('\n', ' ');
      drawShown(measured(text, style) <= width ? text : shortened(text, style, width), style, x, y);
    },
    widthOf: (text, style) => measured(shown(text, style), style),
    hasReplaced: () => isReplaced,
  };
};

/** The sentence that says what {@link REPLACEMENT} stands for. */
export const REPLACEMENT_NOTE = `${REPLACEMENT} stands for a character that this document cannot show.`;
