import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const PAGE = readFileSync(`${PROJECT_FOLDER}/docs/contribute/glossary.md`, 'utf8');

/** The entries: "- **term**: Meaning. `file`". */
const entries = PAGE.split('\n')
  .filter((line) => line.startsWith('- '))
  .map(
    (line) =>
      /^- \*\*(?<term>.+?)\*\*: (?<meaning>.+?\.) (?<files>(?:`[^`]+`(?:, )?)+)$/.exec(line)?.groups ?? { term: line },
  );

test('every term of the glossary has a meaning and an existing file', () => {
  expect(entries.length).toBeGreaterThan(40);
  for (const { term, meaning, files: where = '' } of entries) {
    expect(meaning, term).toBeDefined();
    const files = Array.from(where.matchAll(/`([^`]+)`/g), ([, file = '']) => file);
    expect(files, term).not.toEqual([]);
    expect(
      files.filter((file) => !existsSync(`${PROJECT_FOLDER}/${file}`)),
      term,
    ).toEqual([]);
  }
});

test('the glossary explains each term once', () => {
  const terms = entries.map(({ term }) => term);
  expect(terms).toEqual([...new Set(terms)]);
});
