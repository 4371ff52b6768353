import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { type Row, type Table, writeMeasured } from './measured.ts';
import { isSmall } from './size.ts';

/** Collects the results of a benchmark: prints them as Markdown and stores them. */
export interface Report {
  table(title: string, rows: readonly Row[]): void;
  /** Adds a note to the last table. */
  note(text: string): void;
  /** Prints a remark that is not part of the results. */
  aside(text: string): void;
}

/** One benchmark, with the name that it is called by. */
export interface Benchmark {
  readonly name: string;
  /** What it measures, in one line. */
  readonly measures: string;
  /** Whether another file has its results, or they are calculated: `--document` stores none. */
  readonly isKeptElsewhere?: true;
  /** Whether it measures the deployed service: those of a small run share one deployment. */
  readonly needsDeployment?: true;
  /** @param options of the command line besides the names, such as `--accept`. */
  readonly run: (report: Report, options: ReadonlySet<string>) => Promise<void>;
}

/** A number with this many decimals, without insignificant ones. */
export const rounded = (value: number, decimals = 1): number => Number(value.toFixed(decimals));

const LIBRARIES = [
  '@aws-sdk/client-dynamodb',
  'valibot',
  '@middy/core',
  'jose',
  'esbuild',
  'express',
  'serverless-http',
  'hono',
  'rate-limiter-flexible',
  '@aws-lambda-powertools/logger',
];

const versionOf = (library: string): string =>
  JSON.parse(readFileSync(join(PROJECT_FOLDER, 'node_modules', library, 'package.json'), 'utf8')).version;

/** When and on which machine the figures were measured. */
const taken = (): string => {
  const [{ model = 'unknown' } = {}] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg().map((value) => value.toFixed(1));
  return `${new Date().toISOString().slice(0, 16)}Z; ${cpus().length} x ${model}, ${memory}; load ${load.join(' ')}; Node ${process.versions.node}`;
};

const versions = (): string => LIBRARIES.map((library) => `${library} ${versionOf(library)}`).join(', ');

/**
 * Fails for results that no run may have, however small: none at all, a figure that is no number, a webhook that is lost.
 *
 * @throws Error naming the first.
 */
export const checkFigures = (tables: readonly Table[]): void => {
  if (tables.every(({ rows }) => rows.length === 0)) throw new Error('It found nothing.');
  for (const { title, rows, notes } of tables) {
    const isWrong = (row: Row): boolean =>
      Number(row['lost'] ?? 0) > 0 ||
      Object.values(row).some((cell) => /\b(?:NaN|Infinity|undefined)\b/.test(String(cell)));
    const wrong = rows.find(isWrong) ?? notes.find((note) => isWrong({ note }));
    if (wrong) throw new Error(`${title} ${JSON.stringify(wrong)}`);
  }
};

const markdownTable = (rows: readonly Row[]): string => {
  const headings = [...new Set(rows.flatMap(Object.keys))];
  const cells = [headings, ...rows.map((row) => headings.map((heading) => String(row[heading] ?? '')))];
  const widths = headings.map((_, column) => Math.max(3, ...cells.map((line) => (line[column] ?? '').length)));
  const isNumeric = headings.map((heading) => rows.every((row) => typeof (row[heading] ?? 0) === 'number'));
  const line = (texts: readonly string[]): string =>
    `| ${texts
      .map((text, column) =>
        isNumeric[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join(' | ')} |`;
  const rule = `|${widths
    .map((width, column) => (isNumeric[column] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2)))
    .join('|')}|`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join('\n');
};

/**
 * Runs a benchmark, and stores its results in `.local/reports/bench/<name>.md`, and with `--document` also in
 * `docs/operate/measured/<name>.json`. A small run only checks that there are results.
 */
export const runReported = async (benchmark: Benchmark, options: ReadonlySet<string>): Promise<void> => {
  const lines: string[] = [];
  // Standard output is for the logs of functions that run in this process.
  const say = (text: string): void => {
    lines.push(text);
    if (!isSmall) console.error(text);
  };
  const tables: Table[] = [];
  const takenOn = taken();
  say(`## ${benchmark.name}: ${benchmark.measures}\n\n${takenOn}\n${versions()}\n`);
  await benchmark.run(
    {
      table: (title, rows) => {
        tables.push({ title, rows, notes: [] });
        say(`${title}\n\n${markdownTable(rows)}\n`);
      },
      note: (text) => {
        const last = tables.pop();
        if (last) tables.push({ ...last, notes: [...last.notes, text] });
        say(`${text}\n`);
      },
      aside: (text) => say(`${text}\n`),
    },
    options,
  );
  if (isSmall) return checkFigures(tables);
  const folder = join(STATE_FOLDER, 'reports', 'bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${benchmark.name}.md`), `${lines.join('\n')}\n`);
  if (options.has('--document') && !benchmark.isKeptElsewhere)
    writeMeasured(benchmark.name, { taken: takenOn, tables });
};
