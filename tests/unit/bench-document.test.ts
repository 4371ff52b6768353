import { expect, test } from 'vitest';
import { documented } from '#tests/bench/document';

const place = (name: string, content: string) => `<!-- bench:${name} -->\n${content}<!-- end -->`;
const PAGE = `# Page\n\n${place('lists:1', '')}\n\nBetween.\n\n${place('sizes:1', '\nold\n\n')}\n\n${place('lists:2', '')}\n`;

test("a benchmark's tables take their places, and what is around them stays", () => {
  const page = documented(documented(PAGE, 'lists', ['| a |', '| $1 |']), 'lists', ['| b |', '| $1 |']);
  expect(page).toBe(
    `# Page\n\n${place('lists:1', '\n| b |\n\n')}\n\nBetween.\n\n${place('sizes:1', '\nold\n\n')}\n\n${place('lists:2', '\n| $1 |\n\n')}\n`,
  );
});

test.each([
  ['more tables than places', ['| a |', '| b |', '| c |'], 'no place for table 3'],
  ['more places than tables', ['| a |'], 'a place for table 2'],
])('%s is reported, and nothing is written', (_, tables, message) => {
  expect(() => documented(PAGE, 'lists', tables)).toThrow(message);
});
