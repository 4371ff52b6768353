import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const PAGE = readFileSync(`${PROJECT_FOLDER}/docs/operate/reliability.md`, 'utf8');

/** The rows of the table, each with its cells; neither its head nor the titles within it. */
const rows = PAGE.split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|\*\*)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

const filesIn = (text: string): string[] =>
  Array.from(text.matchAll(/`(?:node )?((?:tests|shared|scripts)\/[\w./-]+\.ts)`/g), ([, file = '']) => file);

test('every promise of the reliability page states how it is kept and what shows it', () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const [, promise, how, shown, ...rest] of rows) {
    expect(rest, promise).toEqual(['']);
    for (const cell of [promise, how, shown]) expect(cell, promise).toMatch(/\S{2}/);
  }
});

test('every file that the reliability page names exists', () => {
  const named = filesIn(PAGE);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !existsSync(`${PROJECT_FOLDER}/${file}`))).toEqual([]);
});

test('every test of an injected fault shows a promise of the reliability page', () => {
  const faults = globSync('tests/faults/**/*.test.ts', { cwd: PROJECT_FOLDER });
  expect(faults.filter((file) => !filesIn(PAGE).includes(file))).toEqual([]);
});
