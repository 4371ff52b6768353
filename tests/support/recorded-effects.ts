import type { Table } from '#shared/db/operations';
import { makeLogger } from '#shared/platform/logger';

/** The effects of a stream consumer at a given time, with its log lines and the names of its metrics. */
export const recordedEffects = (table: Table, nowMs: number) => {
  const lines: Record<string, unknown>[] = [];
  const counted: string[] = [];
  const effects = {
    table,
    clock: () => nowMs,
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: (name: string) => counted.push(name),
  };
  return { effects, lines, counted };
};
