import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { deadEntries, type SourceText } from '#tests/support/dead-entries';

/** Where an entry is named without being used: a contract declares an error, or an alarm reads a metric. */
const NOT_USES = {
  ERRORS: /\.contract\.ts$|\/contract-parts\.ts$|\/openapi\//,
  LOG_CODES: /^(?:infra|scripts)\/|\/security-events\.ts$/,
  METRICS: /^(?:infra|scripts)\//,
};

const source = (file: string, text: string): SourceText => ({ file, text });

describe('an entry of a table', () => {
  const table = "export const KINDS = { used: 1, 'also-used': 2, dead: 3 } as const;";

  test('is dead when no code names it', () => {
    const uses = source(
      'b.ts',
      "import { KINDS } from './a.ts'; f(KINDS.used, KINDS['also-used']); g.dead; // KINDS.dead",
    );
    expect(deadEntries([source('a.ts', table), uses], {})).toEqual({ checked: ['KINDS'], dead: ['a.ts: KINDS.dead'] });
  });

  test('is not kept alive by a table of the same name in another file', () => {
    const other = source('b.ts', 'const KINDS = { dead: 1 } as const; f(KINDS.dead);');
    expect(deadEntries([source('a.ts', `${table} f(KINDS.used, KINDS['also-used'])`), other], {}).dead).toEqual([
      'a.ts: KINDS.dead',
    ]);
  });

  test('is in use through its quoted key if the table is indexed, or its keys are a type', () => {
    const keyed = `${table} type Kind = keyof typeof KINDS; f('also-used');`;
    const uses = source('b.ts', "import type { Kind } from './a.ts'; f<Kind>('used');");
    expect(deadEntries([source('a.ts', keyed), uses], {}).dead).toEqual(['a.ts: KINDS.dead']);
    const indexed = `${table} f(KINDS[kind], 'used', \`also-used\`);`;
    expect(deadEntries([source('a.ts', indexed)], {}).dead).toEqual(['a.ts: KINDS.dead']);
    expect(deadEntries([source('a.ts', `${table} f(KINDS.used, 'also-used');`)], {}).dead).toHaveLength(2);
  });

  test('is in use if a pattern takes it out of the table', () => {
    const uses = source('b.ts', "import { KINDS } from './a.ts'; const { used, dead: d } = KINDS; f(used, d);");
    expect(deadEntries([source('a.ts', table), uses], {}).dead).toEqual(['a.ts: KINDS.also-used']);
  });

  test('is in use if the whole table is', () => {
    const uses = source('b.ts', "import { KINDS } from './a.ts'; Object.keys(KINDS);");
    expect(deadEntries([source('a.ts', table), uses], {})).toEqual({ checked: [], dead: [] });
  });

  test('is not kept alive by files that the rule of its table leaves out', () => {
    const keyed = `${table} type Kind = keyof typeof KINDS; f('also-used', 'used');`;
    const uses = source('b.contract.ts', "f('dead');");
    const rules = { KINDS: /\.contract\.ts$/ };
    expect(deadEntries([source('a.ts', keyed), uses], rules).dead).toEqual(['a.ts: KINDS.dead']);
    expect(deadEntries([source('a.ts', keyed), uses], {}).dead).toEqual([]);
  });
});

test("every entry of the project's tables is used by its code", () => {
  const files = globSync('{functions,infra,scripts,shared}/**/*.ts', { cwd: PROJECT_FOLDER });
  const sources = files.map((file) => source(file, readFileSync(`${PROJECT_FOLDER}/${file}`, 'utf8')));
  const { checked, dead } = deadEntries(sources, NOT_USES);
  expect(checked).toEqual(
    expect.arrayContaining(['APPLICANT_TRANSITIONS', 'DELIVERY_TRANSITIONS', 'ERRORS', 'LOG_CODES', 'METRICS']),
  );
  expect(checked).toEqual(expect.arrayContaining([...Object.keys(NOT_USES), 'walletKeys']));
  expect(dead).toEqual([]);
});
