import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** The kinds of files that no tool of `npm run check` parses. */
const FILES = ['*.md', 'docs/**/*.md', 'scripts/**/*.{toml,py,mjs}', '.ci/*', 'web/**/*.css'];

test('no document or configuration holds the two sides of a merge', () => {
  const files = globSync(FILES, { cwd: PROJECT_FOLDER });
  expect(files.length).toBeGreaterThan(50);
  const merged = files.filter((file) =>
    /^(<{7}|={7}|>{7})( |$)/m.test(readFileSync(`${PROJECT_FOLDER}/${file}`, 'utf8')),
  );
  expect(merged).toEqual([]);
});
