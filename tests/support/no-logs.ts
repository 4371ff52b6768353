import type { StageLogs } from '#scripts/ops/stage-logs';

/** The logs of a stage, for commands that search none. */
export const NO_LOGS: StageLogs = { find: () => Promise.reject(new Error('No log is searched')) };
