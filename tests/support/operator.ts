import type { OpsEffects } from '#scripts/ops/command';
import { type GivenOptions, opsCommand } from '#scripts/ops/commands';
import { readAuditPage } from '#shared/audit/audit-pages';
import type { Table } from '#shared/db/operations';
import { NO_LOGS } from '#tests/support/no-logs';
import { NO_QUEUES } from '#tests/support/no-queues';
import { NO_STAGE } from '#tests/support/no-stage';

/** The effects of commands on a table; every other effect fails. */
export const effectsOn = (table: Table): OpsEffects => ({
  table,
  clock: () => Date.now(),
  wait: async () => undefined,
  say: () => undefined,
  readSegment: () => Promise.reject(new Error('Not scanned')),
  vault: () => Promise.reject(new Error('Not read')),
  queues: NO_QUEUES,
  alarms: {
    topics: () => Promise.reject(new Error('Not listed')),
    has: () => Promise.reject(new Error('Not looked for')),
    setOff: () => Promise.reject(new Error('Not set off')),
  },
  logs: NO_LOGS,
  ...NO_STAGE,
  sources: () => Promise.reject(new Error('Not called')),
  edge: () => {
    throw new Error('Not changed');
  },
  secrets: {
    read: () => Promise.reject(new Error('Not read')),
    write: () => Promise.reject(new Error('Not written')),
  },
});

/** An operator with a table, and the audit entries about one thing. */
export const operatorOn = (table: Table) => ({
  run: (words: readonly string[], options: GivenOptions = {}, over: Partial<OpsEffects> = {}): Promise<string> =>
    opsCommand(words, options)({ ...effectsOn(table), ...over }),
  audited: async (target: string) =>
    (await readAuditPage(table, {}, { page: 1, limit: 100 })).entries.filter((entry) => entry.target === target),
});
