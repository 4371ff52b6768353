import { join } from 'node:path';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { warmRequests } from '#tests/bench/cloud/warm-requests';
import { type Benchmark, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { medianInTurns } from '#tests/bench/statistics';
import { apiEvent } from '#tests/support/api-event';

const { RUNS, COUNTS } = sized(
  { RUNS: 7, COUNTS: { warmUp: 3_000, measured: 10_000 } },
  { RUNS: 1, COUNTS: { warmUp: 1, measured: 10 } },
);

const HANDLERS = {
  'kit-bare': 'a bare handler',
  'kit-powertools': 'middy with Powertools',
  'kit-ours': 'the kit',
} as const;

type Handler = keyof typeof HANDLERS;

const FOLDER = join(STATE_FOLDER, 'bench', 'kit');

/** The stage settings that the kit reads before it responds. */
const ENVIRONMENT = { STAGE: 'local', RATE_LIMIT_SCALE: '1', WEB_ORIGINS: '', TABLE_NAME: 'none' };

/** The cost that the kit adds to every request. */
export const kit: Benchmark = {
  name: 'kit',
  measures: 'processor time of one warm request: a POST with a small body, validated, logged and measured',
  run: async (report) => {
    const names = Object.keys(HANDLERS) as Handler[];
    await bundleFunctions(
      names.map((name) => ({ name, file: `tests/bench/entries/${name}.ts` })),
      FOLDER,
    );
    const events = [apiEvent({ method: 'POST', body: { amountKobo: 50_000 } })];
    const medians = await medianInTurns(names, RUNS, async (name) => {
      const { processorUs } = await warmRequests(join(FOLDER, name, 'index.mjs'), events, COUNTS, ENVIRONMENT);
      return processorUs;
    });
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
  },
};
