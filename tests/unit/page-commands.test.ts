import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOT_RUN, PAGES, pageCommands, printedCommands } from '#tests/support/page-commands';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The scripts of this project that a page names, in blocks and in sentences. */
const named = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/\bnpm\s+(?:run\s+([\w:-]*\w)\b(?!:<)|(start|test)\b)/g)].map(
    ([, script, lifecycle]) => `${page}: ${script ?? lifecycle}`,
  ),
);

test("every script that a page names is one of the project's", () => {
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((one) => !Object.hasOwn(scripts, one.split(': ')[1] ?? ''))).toEqual([]);
});

test.each(NOT_RUN)('a page still contains the command that no test runs: %s', (pattern) => {
  expect(PAGES.flatMap(printedCommands).filter((command) => pattern.test(command))).not.toEqual([]);
});

test('examples name the API, the key and the token by their variables', () => {
  const curls = PAGES.flatMap((page) => printedCommands(page).map((command) => [page, command] as const)).filter(
    ([page, command]) => page !== 'docs/operate/sources.md' && /\bcurl\b/.test(command),
  );
  expect(curls.length).toBeGreaterThan(50);
  expect(curls.filter(([, command]) => !/curl (?:-\S+ (?:[A-Z]+ )?)*"?\$API\//.test(command))).toEqual([]);
  const credentials = curls.flatMap(([, command]) => command.match(/authorization: [^"']+/gi) ?? []);
  expect([...new Set(credentials)].sort()).toEqual(['authorization: Bearer $KEY', 'authorization: Bearer $TOKEN']);
});

test('every page for integrators with a command is run', () => {
  const pages = PAGES.filter(
    (page) => page.startsWith('docs/integrate/') && /^```sh$/m.test(readFileSync(page, 'utf8')),
  );
  expect(pages.length).toBeGreaterThan(12);
  expect(pages.filter((page) => pageCommands(page).script === '')).toEqual([]);
});
