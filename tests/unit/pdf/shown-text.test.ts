import { describe, expect, test } from 'vitest';
import { documentFaces } from '#shared/pdf/fonts';
import { REPLACEMENT, shownText } from '#shared/pdf/shown-text';

const shown = (text: string) => shownText(text, documentFaces().regular.covers);

describe('A text in a document', () => {
  test.each(['Adíre & Ọlá Textiles, Ẹ káàbọ̀, Ṣọlá, Ńgọ́zí, ɓ ɗ ƙ ƴ, ₦2,500', 'Привет Ελλάδα שלום محمد علي', 'one\ntwo'])(
    'with letters that the fonts have is shown unchanged: %j',
    (text) => {
      expect(shown(text)).toStrictEqual({ text: text.normalize('NFC'), isReplaced: false });
      for (const { covers } of Object.values(documentFaces())) expect(shownText(text, covers).isReplaced).toBe(false);
    },
  );

  test('has letters and their accents composed, so that both are one glyph if there is one', () => {
    expect(shown('Adi\u{301}re').text).toBe('Adíre');
  });

  test.each([
    ['an emoji with its skin tone, once', '👍🏽!', `${REPLACEMENT}!`],
    ['each character that the fonts lack', '中文', REPLACEMENT.repeat(2)],
    ['characters that change the direction of a text', 'a\u{202E}b\u{2066}c', `a${REPLACEMENT}b${REPLACEMENT}c`],
    ['invisible characters', 'a\u{200B}b\u{FEFF}c\u{AD}', `a${REPLACEMENT}b${REPLACEMENT}c${REPLACEMENT}`],
    ['control characters', 'a\u{0}b\u{1B}[31m', `a${REPLACEMENT}b${REPLACEMENT}[31m`],
    ['half of a surrogate pair', 'a\u{D83D}b', `a${REPLACEMENT}b`],
  ])('has a visible sign in place of %s', (_, given, text) => {
    expect(shown(given)).toStrictEqual({ text, isReplaced: true });
  });

  test('keeps its line breaks, whatever form they have, and has spaces instead of tabs', () => {
    expect(shown('é\r\nb\rc\u{2028}d\te').text).toBe('é\nb\nc\nd e');
    expect(shown('a\r\nb\tc').text).toBe('a\nb c');
  });
});
