import type { Pages } from './pages.ts';
import { BODY_END, COLOURS, PAGE, type Style } from './styles.ts';
import type { SetText, Typesetter } from './typesetter.ts';

/** A cell of a row. @property isHeading whether it names what is beside or below it. */
export interface Cell extends SetText {
  readonly x: number;
  readonly isHeading: 'row' | 'column' | false;
}

/** An element of the structure of a document. */
type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>;

/** Points above and below the text of a row. */
const ROW_PADDING = 3;

/** A row up to this height is not split: it moves to the next page. */
const UNBROKEN = (BODY_END - PAGE.top) / 3;

const leadingOf = (cells: readonly { readonly style: Style }[]): number =>
  Math.max(...cells.map(({ style }) => style.leading));

const lineCount = (cells: readonly Cell[]): number => Math.max(...cells.map(({ lines }) => lines.length));

/** The height of a row. */
export const rowHeight = (cells: readonly Cell[]): number => lineCount(cells) * leadingOf(cells) + 2 * ROW_PADDING;

const cut = (cell: Cell, from: number, to: number): Cell => ({ ...cell, lines: cell.lines.slice(from, to) });

/** Repeats the heading of a table at the top of a page. The repetition is not part of the contents. */
const repeat = (heading: readonly Cell[], pages: Pages, setter: Typesetter, pdf: PDFKit.PDFDocument): void => {
  if (heading.length === 0) return;
  pages.decorate(() => {
    band(pdf, pages.y(), rowHeight(heading));
    for (const cell of heading) setter.draw(cell, cell.x, pages.y() + ROW_PADDING);
  });
  pages.moveDown(rowHeight(heading));
};

const band = (pdf: PDFKit.PDFDocument, y: number, height: number): void => {
  pdf.rect(PAGE.left, y, PAGE.width - PAGE.left - PAGE.right, height).fill(COLOURS.band);
};

/**
 * Draws a row of a table, over several pages if it is long. Each new page repeats the heading of the table.
 *
 * @param table the structure element of the table, to which the row is added.
 */
export const drawRow = (
  cells: readonly Cell[],
  heading: readonly Cell[],
  table: StructureElement,
  { pdf, pages, setter }: { readonly pdf: PDFKit.PDFDocument; readonly pages: Pages; readonly setter: Typesetter },
): void => {
  const leading = leadingOf(cells);
  const nextPage = () => {
    pages.next();
    repeat(heading, pages, setter, pdf);
  };
  const height = rowHeight(cells);
  if (height > pages.left() && height <= UNBROKEN) nextPage();
  if (pages.left() < leading + 2 * ROW_PADDING) nextPage();

  const row = pdf.struct('TR');
  table.add(row);
  const elements = cells.map((cell) => {
    // pdfkit's types lack the scope of a heading.
    const options: object = cell.isHeading ? { scope: cell.isHeading === 'row' ? 'Row' : 'Column' } : {};
    const element = pdf.struct(cell.isHeading ? 'TH' : 'TD', options);
    row.add(element);
    return { cell, element };
  });
  const count = lineCount(cells);
  const isHeadingRow = cells.every(({ isHeading }) => isHeading === 'column');
  let from = 0;
  while (from < count) {
    const fit = Math.max(1, Math.floor((pages.left() - 2 * ROW_PADDING) / leading));
    const to = Math.min(count, from + fit);
    const y = pages.y();
    const partHeight = (to - from) * leading + 2 * ROW_PADDING;
    if (isHeadingRow) pages.decorate(() => band(pdf, y, partHeight));
    for (const { cell, element } of elements) {
      const part = cut(cell, from, to);
      if (part.lines.length > 0) element.add(() => setter.draw(part, cell.x, y + ROW_PADDING));
    }
    pages.moveDown(partHeight);
    pages.decorate(() => {
      pdf.moveTo(PAGE.left, pages.y()).lineTo(PAGE.width - PAGE.right, pages.y());
      pdf.lineWidth(0.4).strokeColor(COLOURS.rule).stroke();
    });
    from = to;
    if (from < count) nextPage();
  }
};
