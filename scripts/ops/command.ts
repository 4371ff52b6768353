import type { Table } from '#shared/db/operations';
import type { PruneEffects } from './prune.ts';

/** What an operator's command does to the world. */
export interface OpsEffects extends Omit<PruneEffects, 'table'> {
  readonly table: Table;
}

/** How a command goes about it. */
export interface OpsSettings {
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean;
  /** Does it although something speaks against it. */
  readonly force: boolean;
  /** Read units that going through the table may take each second. */
  readonly unitsPerSecond: number;
}

/** An option that some commands take. */
export type OpsOption = 'dry-run' | 'force' | 'read-units';

/** One command of an operator. */
export interface OpsCommand {
  /** Its arguments, as the usage shows them. */
  readonly parameters: readonly string[];
  /** The options that it takes; none by default. */
  readonly options?: readonly OpsOption[];
  readonly summary: string;
  /**
   * Does it, and answers what there is to say.
   *
   * @throws UserError for arguments that name nothing, and where something is left that somebody has to look at.
   */
  readonly run: (parameters: readonly string[], effects: OpsEffects, settings: OpsSettings) => Promise<string>;
}
