import { describe, expect, test } from 'vitest';
import { textRuns } from '#shared/pdf/text-direction';

const runsOf = (line: string) => textRuns(line).map(({ text, isRightToLeft }) => [text, isRightToLeft]);

describe('The parts of a line, from left to right,', () => {
  test('are one where all of it runs that way', () => {
    expect(runsOf('Adíre (Ọlá) 12')).toStrictEqual([['Adíre (Ọlá) 12', false]]);
  });

  test('are one where all of it runs the other way, its words among them', () => {
    expect(runsOf('محمد علي')).toStrictEqual([['محمد علي', true]]);
  });

  test('keep a name that runs the other way in its place, and numbers as they are read', () => {
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

  test('have brackets that open where they are read', () => {
    expect(runsOf('محمد (لاغوس)')).toStrictEqual([['محمد )لاغوس(', true]]);
  });
});
