import { describe, expect, test } from 'vitest';
import { textRuns } from '#shared/pdf/text-direction';

const runsOf = (line: string) => textRuns(line).map(({ text, isRightToLeft }) => [text, isRightToLeft]);

describe('The parts of a line, from left to right,', () => {
  test('are one if all of it runs in this direction', () => {
    expect(runsOf('Adíre (Ọlá) 12')).toStrictEqual([['Adíre (Ọlá) 12', false]]);
  });

  test('are one if all of it runs the other way, even across words', () => {
    expect(runsOf('محمد علي')).toStrictEqual([['محمد علي', true]]);
  });

  test('keep a name that runs the other way in its place, and numbers in their reading order', () => {
    expect(runsOf('of محمد علي in Kano')).toStrictEqual([
      ['of ', false],
      ['محمد علي', true],
      [' in Kano', false],
    ]);
    expect(runsOf('محمد 2026')).toStrictEqual([
      ['2026', false],
      ['محمد ', true],
    ]);
  });

  test('have brackets that open in the reading direction', () => {
    expect(runsOf('محمد (لاغوس)')).toStrictEqual([['محمد )لاغوس(', true]]);
  });
});
