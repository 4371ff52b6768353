import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const PAGE = readFileSync(`${PROJECT_FOLDER}/docs/operate/reliability.md`, 'utf8');

/** The promises, each with how it is kept or the decisions that describe it, and what proves it: "- **Promise.** How. `file`, `file`". */
const promises = PAGE.slice(0, PAGE.indexOf('## What was tested'))
  .split('\n')
  .filter((line) => line.startsWith('- '));

const filesIn = (text: string): string[] =>
  Array.from(text.matchAll(/`(?:node )?((?:tests|shared|scripts)\/[\w./-]+\.ts)`/g), ([, file = '']) => file);

test('every promise of the reliability page states how it is kept and what proves it', () => {
  expect(promises.length).toBeGreaterThan(30);
  for (const promise of promises)
    expect(promise).toMatch(
      /^- \*\*\S.+\.\*\* (?:\S.+\.|\(\d+(?:, \d+)*\)) (?:`(?:tests\/|node tests\/|npm run )[^`]+`|all of|the security|, )+.*$/,
    );
});

test('every file that the reliability page names exists', () => {
  const named = filesIn(PAGE);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !existsSync(`${PROJECT_FOLDER}/${file}`))).toEqual([]);
});

test('every test of an injected fault proves a promise of the reliability page', () => {
  const faults = globSync('tests/faults/**/*.test.ts', { cwd: PROJECT_FOLDER });
  expect(faults.filter((file) => !filesIn(PAGE).includes(file))).toEqual([]);
});
