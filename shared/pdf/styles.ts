import type { FontName } from './fonts.ts';

/** The page: A4 upright, with its margins, in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 44, right: 44, top: 62, bottom: 56 } as const;

/** The width between the margins. */
export const BODY_WIDTH = PAGE.width - PAGE.left - PAGE.right;

/** Where the body of a page ends. */
export const BODY_END = PAGE.height - PAGE.bottom;

/** The colours of lines, bands and marks; each text has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
export const COLOURS = {
  text: '#1b1f24',
  quiet: '#57606a',
  heading: '#123b63',
  rule: '#d0d7de',
  band: '#f0f3f6',
  watermark: '#f0f2f4',
  warning: '#9a3412',
} as const;

/** How a text is set. */
export interface Style {
  readonly font: FontName;
  /** In points. */
  readonly size: number;
  /** From one line to the next, in points. */
  readonly leading: number;
  readonly colour: string;
}

/** How the parts of a document are set. */
export const STYLES = {
  title: { font: 'bold', size: 17, leading: 22, colour: COLOURS.heading },
  section: { font: 'bold', size: 12.5, leading: 17, colour: COLOURS.heading },
  part: { font: 'bold', size: 9.5, leading: 13, colour: COLOURS.heading },
  text: { font: 'regular', size: 8.5, leading: 11.5, colour: COLOURS.text },
  name: { font: 'regular', size: 8.5, leading: 11.5, colour: COLOURS.quiet },
  cell: { font: 'regular', size: 8, leading: 10.5, colour: COLOURS.text },
  columnTitle: { font: 'bold', size: 7.5, leading: 10.5, colour: COLOURS.quiet },
  margin: { font: 'regular', size: 7.5, leading: 10, colour: COLOURS.quiet },
  warning: { font: 'bold', size: 7.5, leading: 10, colour: COLOURS.warning },
} as const satisfies Record<string, Style>;
