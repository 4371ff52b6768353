import type { DocumentSettings } from './blocks.ts';
import { BODY_END, BODY_WIDTH, COLOURS, PAGE, STYLES } from './styles.ts';
import type { Typesetter } from './typesetter.ts';

/** The pages of a document, and the place on the current one at which it goes on. */
export interface Pages {
  readonly y: () => number;
  readonly moveDown: (points: number) => void;
  /** Points that are left of the page. */
  readonly left: () => number;
  readonly next: () => void;
  /** Goes on with the next page, unless so much is left of this one. */
  readonly require: (points: number) => void;
  /** Draws what is no part of the contents: rules, bands, what is repeated on each page. */
  readonly decorate: (draw: () => void) => void;
  /** Writes what stands at the top and at the foot of every page, with its number, and ends them. */
  readonly end: () => void;
}

/** What text across a page turns by, in degrees, and its size. */
const WATERMARK = { angle: -52, size: 132 } as const;

const HEADER_Y = 30;
const FOOTER_Y = PAGE.height - 38;
const GAP = 12;

/** The pages of a document, which begins with an empty one. */
export const pagesOf = (pdf: PDFKit.PDFDocument, setter: Typesetter, settings: DocumentSettings): Pages => {
  const { header, footer, watermark } = settings;
  let y: number = PAGE.top;

  const decorate = (draw: () => void): void => {
    pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    pdf.endMarkedContent();
  };

  const drawWatermark = (): void => {
    if (watermark === undefined) return;
    const style = { ...STYLES.title, size: WATERMARK.size, colour: COLOURS.watermark };
    const centre: [number, number] = [PAGE.width / 2, PAGE.height / 2];
    decorate(() => {
      pdf.save().rotate(WATERMARK.angle, { origin: centre });
      const width = setter.widthOf(watermark, style);
      setter.drawLine(watermark, style, centre[0] - width / 2, centre[1] - style.size / 2, width + 1);
      pdf.restore();
    });
  };

  const next = (): void => {
    pdf.addPage();
    y = PAGE.top;
    drawWatermark();
  };

  /** One line with a part on each side: the left one has what the right one leaves. */
  const drawMargin = (
    left: string,
    right: string,
    at: number,
    rightStyle: (typeof STYLES)['margin' | 'warning'],
  ): void => {
    const width = setter.widthOf(right, rightStyle);
    setter.drawLine(left, STYLES.margin, PAGE.left, at, BODY_WIDTH - width - GAP);
    setter.drawLine(right, rightStyle, PAGE.width - PAGE.right - width, at, width + 1);
  };

  const rule = (at: number): void => {
    pdf
      .moveTo(PAGE.left, at)
      .lineTo(PAGE.width - PAGE.right, at)
      .lineWidth(0.5)
      .strokeColor(COLOURS.rule)
      .stroke();
  };

  const left = (): number => BODY_END - y;

  next();
  return {
    y: () => y,
    moveDown: (points) => {
      y += points;
    },
    left,
    next,
    require: (points) => {
      if (left() < points) next();
    },
    decorate,
    end: () => {
      const { start, count } = pdf.bufferedPageRange();
      for (let at = 0; at < count; at++) {
        pdf.switchToPage(start + at);
        pdf.markContent('Artifact', { type: 'Pagination' });
        drawMargin(header, watermark ?? '', HEADER_Y, STYLES.warning);
        rule(HEADER_Y + 14);
        rule(FOOTER_Y - 6);
        drawMargin(footer, `Page ${at + 1} of ${count}`, FOOTER_Y, STYLES.margin);
        pdf.endMarkedContent();
      }
    },
  };
};
