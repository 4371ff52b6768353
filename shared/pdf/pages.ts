import type { DocumentSettings } from './blocks.ts';
import { BODY_END, BODY_WIDTH, COLOURS, PAGE, STYLES } from './styles.ts';
import type { Typesetter } from './typesetter.ts';

/** The pages of a document, and the position at which the current one continues. */
export interface Pages {
  readonly y: () => number;
  readonly moveDown: (points: number) => void;
  /** Points left on the page. */
  readonly left: () => number;
  readonly next: () => void;
  /** Starts the next page, unless this many points are left on the current one. */
  readonly require: (points: number) => void;
  /** Draws what is not part of the contents: rules, bands and what is repeated on each page. */
  readonly decorate: (draw: () => void) => void;
  /** Writes the header and the numbered footer of every page, and ends the pages. */
  readonly end: () => void;
}

/** The rotation of the watermark in degrees, and its size in points. */
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

  /** Draws one line with a text on each side. The left text gets the width that the right one leaves. */
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
