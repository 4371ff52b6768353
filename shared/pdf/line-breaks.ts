import { graphemes } from './shown-text.ts';

/** Measures a text in points. */
export type Measure = (text: string) => number;

/** Splits a word that is wider than a line into parts that fit, each as long as possible. */
const partsOf = (word: string, width: number, measure: Measure): readonly string[] => {
  const parts: string[] = [];
  let part = '';
  let partWidth = 0;
  for (const grapheme of graphemes(word)) {
    const wide = measure(grapheme);
    if (part !== '' && partWidth + wide > width) {
      parts.push(part);
      part = '';
      partWidth = 0;
    }
    part += grapheme;
    partWidth += wide;
  }
  return [...parts, part];
};

const wrappedParagraph = (paragraph: string, width: number, measure: Measure): readonly string[] => {
  const space = measure(' ');
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const word of paragraph.split(' ').filter((one) => one !== '')) {
    const wide = measure(word);
    if (line !== '' && lineWidth + space + wide <= width) {
      line += ` ${word}`;
      lineWidth += space + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = wide <= width ? [word] : partsOf(word, width, measure);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
    lineWidth = measure(line);
  }
  return [...lines, line];
};

/** Breaks a text into lines of a width, at spaces and at `\n`. A word that is wider than a line is split. */
export const wrapped = (text: string, width: number, measure: Measure): readonly string[] =>
  text.split('\n').flatMap((paragraph) => wrappedParagraph(paragraph, width, measure));
