import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapped } from '#shared/pdf/line-breaks';
import { graphemes } from '#shared/pdf/shown-text';

const measure = (text: string): number => graphemes(text).length;

describe('A text is broken', () => {
  test('at spaces, into lines that are as long as fits', () => {
    expect(wrapped('the quick brown fox', 10, measure)).toStrictEqual(['the quick', 'brown fox']);
  });

  test('at its own line breaks, and none of them is lost', () => {
    expect(wrapped('a\n\nb\n', 10, measure)).toStrictEqual(['a', '', 'b', '']);
  });

  test('within a word that is longer than a line, but never between a letter and its accents', () => {
    expect(wrapped('ab ọ̀ọ̀ọ̀ọ̀ọ̀ c', 3, measure)).toStrictEqual(['ab', 'ọ̀ọ̀ọ̀', 'ọ̀ọ̀', 'c']);
  });

  test('into lines that are never wider than allowed, and together contain all but the spaces', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'ọ̀', ' ', '\n', '👍🏽', 'm'), maxLength: 200 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, width) => {
        const lines = wrapped(text, width, measure);
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''));
      }),
    );
  });
});
