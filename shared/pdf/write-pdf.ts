import PdfKit from 'pdfkit';
import type { Block, Column, DocumentSettings, Fact } from './blocks.ts';
import { type Pages, pagesOf } from './pages.ts';
import { type Cell, drawRow, rowHeight } from './rows.ts';
import { BODY_WIDTH, PAGE, STYLES, type Style } from './styles.ts';
import { REPLACEMENT_NOTE, type Typesetter, typesetterOf } from './typesetter.ts';

interface Writing {
  readonly pdf: PDFKit.PDFDocument;
  /** The root of the document's structure, to which each part is added. */
  readonly root: ReturnType<PDFKit.PDFDocument['struct']>;
  readonly pages: Pages;
  readonly setter: Typesetter;
}

/** Points between the columns of a table. */
const GUTTER = 8;

/** Points that a page needs below a heading, so that it does not stand alone. */
const KEPT_WITH_HEADING = 40;

/** Draws lines of text as one element of the document's structure, over several pages if needed. */
const drawText = ({ pdf, root, pages, setter }: Writing, text: string, style: Style, tag: string): void => {
  const { lines } = setter.set(text, style, BODY_WIDTH);
  const element = pdf.struct(tag);
  root.add(element);
  for (const line of lines) {
    pages.require(style.leading);
    const y = pages.y();
    element.add(() => setter.draw({ style, lines: [line] }, PAGE.left, y));
    pages.moveDown(style.leading);
  }
  element.end();
};

const drawHeading = (writing: Writing, text: string, level: 1 | 2): void => {
  const { pdf, pages } = writing;
  const style = level === 1 ? STYLES.section : STYLES.part;
  pages.moveDown(level === 1 ? 16 : 10);
  pages.require(style.leading + KEPT_WITH_HEADING);
  pdf.outline.addItem(text);
  drawText(writing, text, style, level === 1 ? 'H2' : 'H3');
};

/** Sets texts in columns of these shares of the width. */
const cellsOf = (
  { setter }: Writing,
  shares: readonly number[],
  texts: readonly { readonly text: string; readonly style: Style; readonly isHeading: Cell['isHeading'] }[],
): readonly Cell[] => {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => ((BODY_WIDTH - GUTTER * (shares.length - 1)) * share) / whole);
  let x = PAGE.left;
  return texts.map(({ text, style, isHeading }, at) => {
    const width = widths[at] ?? 0;
    const cell = { ...setter.set(text, style, width), x, isHeading };
    x += width + GUTTER;
    return cell;
  });
};

/** A name takes one third of the width, and its value the rest. */
const FACT_SHARES = [1, 2];

const drawFacts = (writing: Writing, facts: readonly Fact[]): void => {
  if (facts.length === 0) return;
  const table = writing.pdf.struct('Table');
  writing.root.add(table);
  for (const [name, value] of facts) {
    const cells = cellsOf(writing, FACT_SHARES, [
      { text: name, style: STYLES.name, isHeading: 'row' },
      { text: value, style: STYLES.text, isHeading: false },
    ]);
    drawRow(cells, [], table, writing);
  }
  table.end();
};

const drawTable = (writing: Writing, columns: readonly Column[], rows: readonly (readonly string[])[]): void => {
  const shares = columns.map(({ share }) => share);
  const titles = columns.map(({ title }) => ({ text: title, style: STYLES.columnTitle, isHeading: 'column' as const }));
  const heading = cellsOf(writing, shares, titles);
  const table = writing.pdf.struct('Table');
  writing.root.add(table);
  writing.pages.require(rowHeight(heading) + KEPT_WITH_HEADING);
  drawRow(heading, [], table, writing);
  for (const row of rows) {
    const cells = row.map((text) => ({ text, style: STYLES.cell, isHeading: false as const }));
    drawRow(cellsOf(writing, shares, cells), heading, table, writing);
  }
  table.end();
};

/** Points below a block. */
const BELOW = { title: 6, heading: 3, text: 4, facts: 8, table: 8 } as const satisfies Record<Block['kind'], number>;

const drawContents = (writing: Writing, block: Block): void => {
  switch (block.kind) {
    case 'title':
      drawText(writing, block.text, STYLES.title, 'H1');
      break;
    case 'heading':
      drawHeading(writing, block.text, block.level);
      break;
    case 'text':
      drawText(writing, block.text, STYLES.text, 'P');
      break;
    case 'facts':
      drawFacts(writing, block.facts);
      break;
    case 'table':
      drawTable(writing, block.columns, block.rows);
      break;
  }
};

const drawBlock = (writing: Writing, block: Block): void => {
  drawContents(writing, block);
  writing.pages.moveDown(BELOW[block.kind]);
};

/**
 * Writes a document as PDF 1.7: tagged, with language, title and outline, with selectable text and embedded subsets of
 * the fonts. A character that the fonts cannot show is replaced by a visible one, and a note at the end says so. The
 * same blocks and settings give the same bytes.
 */
export const writePdf = async (blocks: readonly Block[], settings: DocumentSettings): Promise<Uint8Array> => {
  const madeAt = new Date(settings.madeAtMs);
  const pdf = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: settings.language,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    // No default font: pdfkit would read one from its own package.
    font: '',
    info: {
      Title: settings.title,
      Creator: 'KYB service',
      Producer: 'KYB service',
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const setter = typesetterOf(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const writing = { pdf, root, setter, pages: pagesOf(pdf, setter, settings) };
  for (const block of blocks) drawBlock(writing, block);
  if (setter.hasReplaced()) drawBlock(writing, { kind: 'text', text: REPLACEMENT_NOTE });
  root.end();
  writing.pages.end();
  pdf.end();
  await ended;
  return Buffer.concat(parts);
};
