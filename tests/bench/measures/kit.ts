import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { type Benchmark, rounded } from '#tests/bench/report';
import { medianInTurns } from '#tests/bench/statistics';
import { apiEvent } from '#tests/support/api-event';

const RUNS = 7;

const HANDLERS = {
  'kit-bare': 'a bare handler',
  'kit-powertools': 'middy with Powertools',
  'kit-ours': 'the kit',
} as const;

type Handler = keyof typeof HANDLERS;

const RUNNER = join(PROJECT_FOLDER, 'tests/bench/entries/warm-requests.mjs');
const FOLDER = join(STATE_FOLDER, 'bench', 'kit');

/** What the kit reads of a stage before it answers. */
const ENVIRONMENT = { STAGE: 'local', RATE_LIMIT_SCALE: '1', WEB_ORIGINS: '', TABLE_NAME: 'none' };

/** Microseconds of processor time for one warm request. */
const microsecondsOf = async (name: Handler, eventFile: string): Promise<number> => {
  const bundle = pathToFileURL(join(FOLDER, name, 'index.mjs')).href;
  const child = spawn(process.execPath, [RUNNER, bundle, eventFile], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let output = '';
  for await (const chunk of child.stdio[3] as Readable) output += chunk;
  return Number(output);
};

/** What the kit adds to every request. */
export const kit: Benchmark = {
  name: 'kit',
  measures: 'processor time of one warm request: a POST with a small body, validated, logged and measured',
  run: async (report) => {
    const names = Object.keys(HANDLERS) as Handler[];
    await bundleFunctions(
      names.map((name) => ({ name, file: `tests/bench/entries/${name}.ts` })),
      FOLDER,
    );
    const folder = mkdtempSync(join(tmpdir(), 'bench-kit-'));
    try {
      const eventFile = join(folder, 'event.json');
      writeFileSync(eventFile, JSON.stringify(apiEvent({ method: 'POST', body: { amountKobo: 50_000 } })));
      const medians = await medianInTurns(names, RUNS, (name) => microsecondsOf(name, eventFile));
      report.table(
        `Medians of ${RUNS} processes in turns, 10,000 requests each after 3,000 to warm up.`,
        names.map((name) => ({
          handler: HANDLERS[name],
          'µs a request': rounded(medians[name]),
          'above bare, ms': rounded((medians[name] - medians['kit-bare']) / 1000, 3),
        })),
      );
      const ratio = (medians['kit-ours'] - medians['kit-bare']) / (medians['kit-powertools'] - medians['kit-bare']);
      report.note(`The kit adds ${rounded(ratio, 2)} of what middy with Powertools adds.`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
