import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** One line of a table: the cell of each column, by its heading. */
export type Row = Readonly<Record<string, string | number>>;

/** One table of a benchmark, with its findings in a sentence each. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/** The results of a benchmark when it was last run with `--document`. */
export interface Measured {
  /** When, on which machine and under which load. */
  readonly taken: string;
  readonly tables: readonly Table[];
}

/** The folder of the results, next to the page that explains them. */
export const MEASURED_FOLDER = join(PROJECT_FOLDER, 'docs', 'operate', 'measured');

const fileOf = (benchmark: string): string => join(MEASURED_FOLDER, `${benchmark}.json`);

/** The checked-in results. */
export const readMeasured = (benchmark: string): Measured => JSON.parse(readFileSync(fileOf(benchmark), 'utf8'));

const indented = (spaces: number, lines: readonly string[]): string =>
  lines.map((line) => `${' '.repeat(spaces)}${line}`).join(',\n');

const tableText = ({ title, rows, notes }: Table): string =>
  `    {
      "title": ${JSON.stringify(title)},
      "rows": [
${indented(
  8,
  rows.map((row) => JSON.stringify(row)),
)}
      ],
      "notes": ${JSON.stringify(notes)}
    }`;

/** Results as JSON with one row per line, so that two runs can be compared line by line. */
export const measuredText = ({ taken, tables }: Measured): string =>
  `{
  "taken": ${JSON.stringify(taken)},
  "tables": [
${tables.map(tableText).join(',\n')}
  ]
}
`;

/** Replaces the stored results of a benchmark. */
export const writeMeasured = (benchmark: string, measured: Measured): void =>
  writeFileSync(fileOf(benchmark), measuredText(measured));
