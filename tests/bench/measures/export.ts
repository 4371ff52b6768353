import { serviceTable } from '#shared/db/client';
import { creationWrites, findExport, newExport } from '#shared/onboarding/exports/applicant-export';
import { writeExport } from '#shared/onboarding/exports/write-export';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { makeLogger } from '#shared/platform/logger';
import { filledApplicants } from '#tests/bench/calls/filled-applicants';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { costOf } from '#tests/bench/cloud/costs';
import type { Row } from '#tests/bench/measured';
import { type Benchmark, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { memoryFiles } from '#tests/support/memory-files';

const LENGTHS = sized((process.env['BENCH_LENGTHS'] ?? '1000,10000,100000').split(',').map(Number), [30]);

/** Writes the export of an account with this many applicants. */
const exported = async (cloud: BenchCloud, length: number): Promise<Row> => {
  const { account, endMs } = await filledApplicants(cloud, length);
  const scope = { accountId: account.accountId, environments: ENVIRONMENTS, via: 'session' } as const;
  const made = newExport(scope, {}, undefined, endMs + 1);
  const table = serviceTable();
  await table.transact(creationWrites(made, endMs + 1));
  const { store, kept } = memoryFiles('exports');
  const effects = { table, exportUploads: store, clock: () => endMs + 2, log: makeLogger({}, () => undefined) };
  const startedWith = process.cpuUsage();
  const { calls } = await cloud.record(() => writeExport({ accountId: made.accountId, exportId: made.id }, effects));
  const { user, system } = process.cpuUsage(startedWith);
  const ended = await findExport(table, scope, made.id, endMs + 3);
  if (ended?.status !== 'completed' || ended.done !== length)
    throw new Error(`The export of ${length} ${ended?.status}`);
  const { readUnits, writeUnits } = costOf(calls);
  const bytes = [...kept.values()].reduce((sum, file) => sum + file.bytes.length, 0);
  return {
    applicants: length,
    calls: calls.length,
    'read units': readUnits,
    'write units': writeUnits,
    'processor s': rounded((user + system) / 1_000_000, 1),
    'file MB': rounded(bytes / 1_000_000, 1),
  };
};

/** The cost of an export of applicants: read units and processor time in proportion, and few writes. */
export const applicantExport: Benchmark = {
  name: 'export',
  measures: 'calls, units, processor time and file of the export of applicants of three lengths',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const rows: Row[] = [];
      for (const length of LENGTHS) rows.push(await exported(cloud, length));
      report.table('Exports without a filter, of applicants that nobody has answered for.', rows);
      const last = rows.at(-1);
      report.note(
        `${last?.['applicants']} applicants take ${last?.['read units']} read units, ${last?.['write units']} write units and ` +
          `${last?.['processor s']} s of processor time, in ${last?.['calls']} calls.`,
      );
    } finally {
      await cloud.stop();
    }
  },
};
