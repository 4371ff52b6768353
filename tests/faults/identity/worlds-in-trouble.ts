import { faultyTable, type TableFault } from '#tests/faults/faulty-table';
import { makeWorld } from '#tests/integration/accounts/world';

const FAULTS: readonly TableFault[] = ['responseLost', 'throttled', 'refused', 'conflict'];

/**
 * The service twice, with the same secrets: over a table that fails every other write, and over one that does not fail.
 */
export const worldsInTrouble = () => {
  const healthy = makeWorld();
  let writes = 0;
  const troubled = makeWorld(
    faultyTable(({ isWrite, command }) => {
      if (!isWrite || ++writes % 2 === 0) return undefined;
      const fault = FAULTS[((writes - 1) / 2) % FAULTS.length];
      return fault === 'conflict' && command !== 'TransactWriteItemsCommand' ? 'throttled' : fault;
    }),
  );
  Object.assign(troubled.secrets, healthy.secrets);
  return { healthy, troubled };
};
