import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { fileKeys } from '#shared/files/keys';
import { type FileSweepEffects, sweepFiles } from '#shared/files/sweep-files';
import { makeLogger } from '#shared/platform/logger';

/** What a test changes of a sweep. */
interface TestSweep {
  readonly table?: Table;
  readonly nowMs?: number;
}

/**
 * Sweeps only some removals, because those of other tests are due in the shared table as well.
 *
 * @param removalIds the removals to sweep.
 * @param remove removes a file with any prefix.
 */
export const sweepOnly = (
  removalIds: readonly string[],
  remove: FileSweepEffects['attachmentRemovals']['remove'],
  { table = serviceTable(), nowMs = Date.now() }: TestSweep = {},
): Promise<void> => {
  const own = new Set(removalIds.map((removalId) => fileKeys.removal(removalId).pk));
  const ownTable: Table = {
    ...table,
    query: async (range) => {
      const page = await table.query(range);
      return { ...page, items: page.items.filter(({ pk }) => own.has(pk)) };
    },
  };
  const removers = {
    ...{ attachmentRemovals: { remove }, verificationRemovals: { remove } },
    ...{ disputeRemovals: { remove }, exportRemovals: { remove } },
  };
  return sweepFiles({
    ...{ table: ownTable, ...removers, clock: () => nowMs },
    ...{ log: makeLogger({}, () => {}), metrics: () => {} },
  });
};
