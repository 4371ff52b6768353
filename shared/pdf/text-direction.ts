import bidiFactory, { type Bidi } from 'bidi-js';
import { graphemes } from './shown-text.ts';

/** A part of a line whose characters run in one direction. */
export interface TextRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\u{590}-\u{8FF}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFC}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const LETTER = /\p{L}/u;

// The package's types describe its ES module as CommonJS.
const makeBidi = bidiFactory as unknown as () => Bidi;

let bidi: Bidi | undefined;

/** The runs of a line by their levels, in logical order. */
const levelRuns = (line: string, levels: Uint8Array): { level: number; from: number; to: number }[] => {
  const runs: { level: number; from: number; to: number }[] = [];
  for (let at = 0; at < line.length; at++) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.to = at + 1;
    else runs.push({ level, from: at, to: at + 1 });
  }
  return runs;
};

/** Puts runs into the order in which they are seen from left to right (UAX 9, rule L2). */
const inVisualOrder = <Run extends { readonly level: number }>(runs: readonly Run[]): readonly Run[] => {
  const ordered = [...runs];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to++;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
};

/**
 * The parts of a line in the order in which they are seen from left to right (Unicode's bidirectional algorithm, UAX
 * 9). The characters of a right-to-left part are in logical order if it has letters, because fonts reverse and join
 * those; otherwise in visual order.
 */
export const textRuns = (line: string): readonly TextRun[] => {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, isRightToLeft: false }];
  bidi ??= makeBidi();
  const { levels } = bidi.getEmbeddingLevels(line, 'auto');
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  return inVisualOrder(levelRuns(line, levels)).map(({ level, from, to }) => {
    const isRightToLeft = level % 2 === 1;
    const text = Array.from({ length: to - from }, (_, at) => mirrored.get(from + at) ?? line[from + at]).join('');
    if (isRightToLeft && !LETTER.test(text)) return { text: [...graphemes(text)].reverse().join(''), isRightToLeft };
    return { text, isRightToLeft };
  });
};
