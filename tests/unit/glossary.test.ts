import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const PAGE = readFileSync(`${PROJECT_FOLDER}/docs/contribute/glossary.md`, 'utf8');

/** The rows of the tables as their three cells, without heads and separators. */
const rows = PAGE.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| term |'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every term of the glossary has a meaning and an existing file', () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const [, term, meaning, where = ''] of rows) {
    expect(meaning, term).toMatch(/\.$/);
    const files = Array.from(where.matchAll(/`([^`]+)`/g), ([, file = '']) => file);
    expect(files, term).not.toEqual([]);
    expect(
      files.filter((file) => !existsSync(`${PROJECT_FOLDER}/${file}`)),
      term,
    ).toEqual([]);
  }
});

test('the glossary explains each term once', () => {
  const terms = rows.map(([, term]) => term);
  expect(terms).toEqual([...new Set(terms)]);
});
