import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { FALLBACK_FUNCTION } from '#infra/names';
import { BENCHMARKS } from '#tests/bench/benchmarks';
import type { Row } from '#tests/bench/measured';
import { MEASURED_FOLDER, measuredText, readMeasured } from '#tests/bench/measured';
import { dollars } from '#tests/bench/measures/dollars';
import { rowsTable } from '#tests/bench/profile/page';
import { checkFigures } from '#tests/bench/report';
import { withGenerated } from '#tests/support/generated-part';

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ');
const PAGE = spaced(readFileSync('docs/operate/performance.md', 'utf8'));

const measured = BENCHMARKS.filter(({ isKeptElsewhere }) => !isKeptElsewhere).map(({ name }) => name);

test('every benchmark that measures has its results beside the page, and nothing else does', () => {
  const files = globSync('*.json', { cwd: MEASURED_FOLDER }).map((file) => basename(file, '.json'));
  expect(files.toSorted()).toEqual(measured.toSorted());
});

test('results have each row on its own line', () => {
  const text = measuredText({
    taken: 'today',
    tables: [{ title: 'Title', rows: [{ a: 1 }, { a: 2 }], notes: ['So.'] }],
  });
  expect(text).toContain('\n        {"a":1},\n        {"a":2}\n');
  expect(JSON.parse(text)).toEqual({
    taken: 'today',
    tables: [{ title: 'Title', rows: [{ a: 1 }, { a: 2 }], notes: ['So.'] }],
  });
});

describe('a small run', () => {
  const table = (row: Row, note = 'So.') => [{ title: 'Title', rows: [row], notes: [note] }];

  test('needs results', () => {
    expect(() => checkFigures([])).toThrow('It found nothing.');
    expect(() => checkFigures(table({ ms: 1, lost: 0 }))).not.toThrow();
  });

  test.each([
    ['a figure that is none', table({ ms: Number.NaN })],
    ['a webhook that is lost', table({ lost: 1 })],
    ['a finding without a figure', table({ ms: 1 }, 'It takes Infinity.')],
  ])('fails for %s', (_, tables) => {
    expect(() => checkFigures(tables)).toThrow('Title');
  });
});

/** The days on which the results were measured, each with its benchmarks. */
const daysOf = (names: readonly string[]): string => {
  const dayOf = (name: string): string => readMeasured(name).taken.slice(0, 10);
  const days = [...new Set(names.map(dayOf))].toSorted();
  const list = (day: string): string => names.filter((name) => dayOf(name) === day).join(', ');
  return days.map((day) => `- ${day}: ${list(day)}`).join('\n');
};

test('the page of performance has the day of every figure, and the times of the commands', async () => {
  const page = 'docs/operate/performance.md';
  const tables = readMeasured('first-minute').tables.map(({ rows }) => rowsTable(rows));
  await expect(withGenerated(page, daysOf(measured), tables.join('\n\n'))).toMatchFileSnapshot(`../../${page}`);
});

test('the page of capacity has what the model found', async () => {
  const page = 'docs/operate/capacity.md';
  const [, ...tables] = readMeasured('profile').tables.map(({ rows }) => rowsTable(rows));
  await expect(withGenerated(page, ...tables)).toMatchFileSnapshot(`../../${page}`);
});

describe('the page of performance is not older than its results', () => {
  const notes = measured.flatMap((name) =>
    readMeasured(name).tables.flatMap((table) => table.notes.map((note) => [name, note] as const)),
  );

  test.each(notes)('it quotes the result of `%s`: %s', (_, note) => {
    expect(PAGE.includes(spaced(note)), 'the page has it word for word').toBe(true);
  });

  /** Every number of a text, without thousands separators. */
  const figures = (text: string): readonly number[] =>
    (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((figure) => Number(figure.replaceAll(',', '')));

  const results = [
    ...readFileSync('docs/operate/performance.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| .+ \| (.+) \|$/gm),
  ]
    .map(([, name = '', result = '']) => [name, result] as const)
    .filter(([name]) => measured.includes(name));

  test('it has a result of every benchmark that measures', () => {
    expect([...new Set(results.map(([name]) => name))].sort()).toEqual(measured.toSorted());
  });

  test.each(results)('every figure of the result of `%s` is in its file: %s', (name, result) => {
    const found = new Set(figures(measuredText(readMeasured(name))));
    expect(figures(result).filter((figure) => !found.has(figure))).toEqual([]);
  });

  test("it calculates dollars from today's costs", async () => {
    const rows: Row[] = [];
    await dollars.run({ table: (_, found) => rows.push(...found), note: () => {}, aside: () => {} }, new Set());
    const costs = new Map(rows.map((row) => [row['endpoint'] ?? row['step'], row['dollars a million']]));
    const quoted = [...PAGE.matchAll(/\| (?:`([a-z-]+)`|(one webhook, delivered at once))[^|]* \| ([\d.]+) \|/g)];
    expect(quoted.length).toBeGreaterThan(4);
    for (const [, endpoint, step, figure] of quoted) expect(Number(figure), endpoint).toBe(costs.get(endpoint ?? step));
  });
});

test('the measured sizes are within a tenth of what the build accepts today', () => {
  const budget: Readonly<Record<string, number>> = JSON.parse(readFileSync('bundle-budget.json', 'utf8'));
  const rows = readMeasured('sizes').tables[0]?.rows ?? [];
  const stale = rows.filter(({ function: name, 'budget kB': kilobytes }) => {
    const today = budget[String(name)];
    return today !== undefined && Math.abs((Number(kilobytes) * 1024) / today - 1) > 0.1;
  });
  expect(stale).toEqual([]);
});

/** What is in no list of functions: the baseline of the comparisons, and the answer to unknown routes. */
const NOT_LISTED = ['floor', FALLBACK_FUNCTION];

describe.each([
  ['sizes', 0, 'function', [...CONTRACTS, ...CONSUMERS].map(({ name }) => name)],
  ['cold-start', 1, 'variant', CONTRACTS.map(({ name }) => name)],
] as const)('the results of `%s` are not stale', (benchmark, table, column, names) => {
  const known: ReadonlySet<unknown> = new Set(names);
  const listed = (readMeasured(benchmark).tables[table]?.rows ?? []).map((row) => row[column]);

  test("they cover nine tenths of today's functions", () => {
    expect(listed.filter((name) => known.has(name)).length).toBeGreaterThan(names.length * 0.9);
  });

  test('they list no function that no longer exists', () => {
    const ours = listed.filter((name) => /^[a-z-]+$/.test(String(name)) && !NOT_LISTED.includes(String(name)));
    expect(ours.filter((name) => !known.has(name))).toEqual([]);
  });
});
