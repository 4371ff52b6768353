/** Replaces a character that cannot be shown. */
export const REPLACEMENT = '\u{FFFD}';

/** Characters that are not printed themselves but join or separate the letters around them. */
const JOINERS = new Set(['\u{200C}', '\u{200D}']);

/**
 * Characters that would show nothing or change the order of what is shown: control and format characters (some reverse
 * the direction of a text), surrogates, and private and unassigned ones, which have no meaning here.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as readers count them: a letter with its accents, a flag, an emoji with its skin. */
export const graphemes = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text as a document shows it. */
export interface ShownText {
  readonly text: string;
  /** Whether a character could not be shown and was replaced. */
  readonly isReplaced: boolean;
}

const ASCII = /^[\n\x20-\x7E]*$/;

/**
 * A text as a font can show it: composed (NFC), with tabs as spaces and every kind of line break as `\n`. A character,
 * as readers count them, that the font has no glyph for or that would be invisible becomes one {@link REPLACEMENT}.
 */
export const shownText = (given: string, covers: (codePoint: number) => boolean): ShownText => {
  if (ASCII.test(given)) return { text: given, isReplaced: false };
  const text = given
    .normalize('NFC')
    .replaceAll(/\r\n|[\r\u{85}\u{2028}\u{2029}\v\f]/gu, '\n')
    .replaceAll('\t', ' ');
  let isReplaced = false;
  const isShown = (character: string): boolean =>
    character === '\n' ||
    JOINERS.has(character) ||
    (covers(character.codePointAt(0) ?? 0) && !UNPRINTABLE.test(character));
  const shown = graphemes(text).map((grapheme) => {
    if ([...grapheme].every(isShown)) return grapheme;
    isReplaced = true;
    return REPLACEMENT;
  });
  return { text: shown.join(''), isReplaced };
};
