import { expect, test } from 'vitest';
import { csvLine } from '#shared/platform/csv';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', ''],
  [' spaced ', '" spaced "'],
  ['Ọ̀rẹ́ 株式会社 😀', 'Ọ̀rẹ́ 株式会社 😀'],
])('a text %j is quoted where RFC 4180 requires it', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+2348031234567', "'+2348031234567"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
  ['a=1', 'a=1'],
])('a text %j runs in no spreadsheet', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test('a number remains a number, even if negative, and an absent value is an empty cell', () => {
  expect(csvLine([-5, 0, 1.5, { number: '-5.00' }, null])).toBe('-5,0,1.5,-5.00,\r\n');
});
