import { describe, expect, test } from 'vitest';
import {
  accentColours,
  contrast,
  GROUNDS,
  parseHex,
  type Rgb,
  TEXT_CONTRAST,
  toHex,
} from '#shared/onboarding/embed/colours';

/** Every seventeenth value of each channel: 4,096 colours, including the corners. */
const CHANNEL = Array.from({ length: 16 }, (_, index) => index * 17);
const CUBE: readonly Rgb[] = CHANNEL.flatMap((red) =>
  CHANNEL.flatMap((green) => CHANNEL.map((blue): Rgb => [red, green, blue])),
);

const parsed = (hex: string): Rgb => {
  const colour = parseHex(hex);
  if (!colour) throw new Error(`${hex} is not a colour`);
  return colour;
};

describe('whatever accent a customer chooses,', () => {
  test('the text of its buttons is readable on it', () => {
    const unreadable = CUBE.filter((colour) => {
      const { accent, onAccent } = accentColours(toHex(colour));
      return contrast(parsed(accent), parsed(onAccent)) < TEXT_CONTRAST;
    });
    expect(unreadable).toEqual([]);
  });

  test.each([
    ['light', 'accentText'],
    ['dark', 'accentTextOnDark'],
  ] as const)('links, focus rings and edges in it are readable on every %s ground', (ground, name) => {
    const unreadable = CUBE.filter(
      (colour) => contrast(parsed(accentColours(toHex(colour))[name]), GROUNDS[ground]) < TEXT_CONTRAST,
    );
    expect(unreadable).toEqual([]);
  });

  test('it is kept unchanged if possible', () => {
    expect(accentColours('#0a7d4f')).toMatchObject({ accent: '#0a7d4f', onAccent: '#ffffff', accentText: '#0a7d4f' });
    expect(accentColours('#ffd400')).toMatchObject({
      accent: '#ffd400',
      onAccent: '#000000',
      accentTextOnDark: '#ffd400',
    });
  });
});

describe('a colour', () => {
  test('is read from three, four, six and eight digits', () => {
    expect(['#abc', 'abcd', '#AABBCC', '#aabbccdd'].map((text) => parseHex(text))).toEqual(
      Array(4).fill([0xaa, 0xbb, 0xcc]),
    );
  });

  test('is read from nothing else', () => {
    expect(['', '#ab', '#abcde', 'red', '#ggg', 'url(x)'].map((text) => parseHex(text))).toEqual(
      Array(6).fill(undefined),
    );
    expect(accentColours('red;}').accent).toMatch(/^#[\da-f]{6}$/);
  });

  test('has the contrast with another that WCAG defines', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });
});
