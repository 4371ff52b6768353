import type { StageConfig } from '#infra/stage-config';
import type { Table } from '#shared/db/operations';
import type { Sources } from '#shared/sources/select';
import type { PruneEffects } from './prune.ts';
import type { StageAlarms } from './stage-alarms.ts';
import type { StageEdge } from './stage-edge.ts';
import type { StageFiles } from './stage-files.ts';
import type { StageLogs } from './stage-logs.ts';
import type { StageMail } from './stage-mail.ts';
import type { StageQueues } from './stage-queues.ts';

/** The effects of an operator's command. */
export interface OpsEffects extends Omit<PruneEffects, 'table'> {
  readonly table: Table;
  readonly queues: StageQueues;
  readonly alarms: StageAlarms;
  readonly logs: StageLogs;
  /** The edge of the stage. */
  readonly edge: () => StageEdge;
  /** The stage's settings. */
  readonly stage: StageConfig;
  readonly files: StageFiles;
  readonly mail: StageMail;
  /** The `live` sources of the stage. */
  readonly sources: () => Promise<Sources>;
}

/** The settings of a command. */
export interface OpsSettings {
  /** Reports what would be done, without doing it. */
  readonly dryRun: boolean;
  /** Who runs the command, as audit entries name them. */
  readonly userName: string;
  /** Does it despite objections. */
  readonly force: boolean;
  /** Read units that scanning the table may use each second. */
  readonly unitsPerSecond: number;
  /** From when it looks. */
  readonly sinceMs?: number | undefined;
}

/** An option that some commands take. */
export type OpsOption = 'dry-run' | 'force' | 'read-units' | 'since';

/** One command of an operator. */
export interface OpsCommand {
  /** Its arguments, as the usage shows them. */
  readonly parameters: readonly string[];
  /** The options that it takes; none by default. */
  readonly options?: readonly OpsOption[];
  readonly summary: string;
  /** Whether it changes nothing, whatever its options. Any other command needs `--yes-prod` on the stage prod. */
  readonly readsOnly?: true;
  /**
   * Runs the command, and returns its report.
   *
   * @throws UserError for arguments that name nothing, and when something is left that a person must act on.
   */
  readonly run: (parameters: readonly string[], effects: OpsEffects, settings: OpsSettings) => Promise<string>;
}
