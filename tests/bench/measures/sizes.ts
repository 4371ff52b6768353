import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { readBudget, writeBudget } from '#scripts/bundle/budget';
import { type Bundle, bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import type { Row } from '#tests/bench/measured';
import { type Benchmark, rounded } from '#tests/bench/report';
import { median } from '#tests/bench/statistics';

/**
 * A handler that reads one item with the same client and does nothing else: the lower bound for the service's
 * functions.
 */
export const FLOOR = { name: 'floor', file: 'tests/bench/entries/floor.ts' } as const;

const FOLDER = join(STATE_FOLDER, 'bench', 'deployed');

/** Bundles every function and the floor as they are deployed. */
export const bundleAll = async (): Promise<{ readonly folder: string; readonly bundles: readonly Bundle[] }> => ({
  folder: FOLDER,
  bundles: await bundleFunctions([FLOOR, ...listFunctions()], FOLDER),
});

type Part = 'SDK' | 'libraries' | 'ours';

const partOf = (file: string): Part => {
  if (!file.includes('node_modules/')) return file.startsWith('lazy-builtins') ? 'libraries' : 'ours';
  return /node_modules\/(@aws-sdk|@smithy|@aws-crypto)\//.test(file) ? 'SDK' : 'libraries';
};

type Outputs = Metafile['outputs'];

/** The files that a cold start of a function reads: its entry and its static imports. */
const readAtStart = (outputs: Outputs, path: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && outputs[imported]) readAtStart(outputs, imported, seen);
  }
  return seen;
};

/** The bytes of each part of some files. The remainder connects the modules. */
const partsOf = (outputs: Outputs, files: ReadonlySet<string>): Readonly<Record<Part, number>> => {
  const parts = { SDK: 0, libraries: 0, ours: 0 };
  for (const path of files) {
    const inputs = Object.entries(outputs[path]?.inputs ?? {});
    for (const [file, { bytesInOutput }] of inputs) parts[partOf(file)] += bytesInOutput;
  }
  return parts;
};

const bytesOf = (outputs: Outputs, files: Iterable<string>): number =>
  [...files].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);

const kilobytes = (bytes: number): number => rounded(bytes / 1000);

/** Bundle sizes and their composition. */
export const sizes: Benchmark = {
  name: 'sizes',
  measures: "kilobytes of every function's bundle, and how many times the floor that is",
  run: async (report, options) => {
    const { folder, bundles } = await bundleAll();
    const meta = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as Metafile;
    const floor = bundles.find(({ name }) => name === FLOOR.name)?.bytes ?? Number.NaN;
    const budget = readBudget();
    const rows = bundles.map(({ name, bytes }): Row & { readonly kB: number } => {
      const entry = Object.keys(meta.outputs).find((path) => path.endsWith(`/${name}/index.mjs`)) ?? '';
      const start = readAtStart(meta.outputs, entry);
      const startBytes = bytesOf(meta.outputs, start);
      const { SDK, libraries, ours } = partsOf(meta.outputs, start);
      return {
        function: name,
        kB: kilobytes(startBytes),
        'of the floor': rounded(startBytes / floor, 2),
        SDK: kilobytes(SDK),
        libraries: kilobytes(libraries),
        ours: kilobytes(ours),
        'late kB': kilobytes(bytes - startBytes),
        'budget kB': kilobytes(budget[name] ?? 0),
      };
    });
    report.table(
      'Minified, as deployed: what a cold start reads, what is read when it is needed, and the budget of both.',
      rows.sort((a, b) => a.kB - b.kB),
    );
    const ratios = bundles.filter(({ name }) => name !== FLOOR.name).map(({ bytes }) => bytes / floor);
    const above = ratios.filter((ratio) => ratio > 1.3).length;
    report.note(
      `${ratios.length} functions; median ${rounded(median(ratios), 2)} of the floor, ${above} above 1.3 (the goal).`,
    );
    if (options.has('--accept')) {
      writeBudget(bundles.filter(({ name }) => name !== FLOOR.name));
      report.aside('Accepted: bundle-budget.json was written.');
    }
  },
};
