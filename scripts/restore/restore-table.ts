import { RestoreTableFromBackupCommand, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import { UserError } from '#scripts/local-cloud/user-error';
import { describeTable, type TableEffects, type TableSettings, tableAtRest } from './table-settings.ts';

/** What a table is restored from. */
export interface RestoreSource {
  /**
   * The ARN of a table with point-in-time recovery, in any region of the account, or of a backup of DynamoDB; undefined
   * when the table is already restored, such as by AWS Backup.
   */
  readonly from: string | undefined;
  /** The moment to restore, in Unix milliseconds; by default the latest that point-in-time recovery has. */
  readonly atMs: number | undefined;
}

const TABLE_ARN = /^arn:aws:dynamodb:([\w-]+):\d{12}:table\/([\w.-]+)$/;
const BACKUP_ARN = /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/backup\/[\w-]+$/;

/**
 * The region and the name of a table.
 *
 * @throws UserError for anything but the ARN of a table.
 */
export const tableOfArn = (arn: string): { readonly region: string; readonly tableName: string } => {
  const [, region, tableName] = TABLE_ARN.exec(arn) ?? [];
  if (region === undefined || tableName === undefined) throw new UserError(`${arn} is not the ARN of a table.`);
  return { region, tableName };
};

/** What both ways of restoring take: indexes and billing are restored; the key is that of the template. */
const targetOf = ({ TableName, SSESpecification: { SSEEnabled } }: TableSettings) => ({
  TargetTableName: TableName,
  ...(SSEEnabled && { SSESpecificationOverride: { Enabled: true } }),
});

const beginRestore = async (
  { from = '', atMs }: RestoreSource,
  settings: TableSettings,
  { client }: TableEffects,
): Promise<void> => {
  const target = targetOf(settings);
  if (BACKUP_ARN.test(from)) await client.send(new RestoreTableFromBackupCommand({ BackupArn: from, ...target }));
  else if (TABLE_ARN.test(from)) {
    const moment = atMs === undefined ? { UseLatestRestorableTime: true } : { RestoreDateTime: new Date(atMs) };
    await client.send(new RestoreTableToPointInTimeCommand({ SourceTableArn: from, ...target, ...moment }));
  } else throw new UserError(`${from} is neither the ARN of a table nor of a backup of DynamoDB.`);
};

/**
 * Restores a table under the name that the stage gives it, and waits until it can be used: half an hour or more for a
 * table with data.
 *
 * @param nowMs the present, which the latest moment of point-in-time recovery precedes by minutes.
 * @returns the moment of the restored data, in Unix milliseconds.
 * @throws UserError when there is nothing to restore from, the name is taken, or the moment is unknown.
 */
export const restoreTable = async (
  { from, atMs }: RestoreSource,
  settings: TableSettings,
  nowMs: number,
  effects: TableEffects,
): Promise<number> => {
  const { client } = effects;
  const { TableName } = settings;
  const found = await describeTable(client, TableName);
  const { SourceBackupArn, SourceTableArn } = found?.RestoreSummary ?? {};
  const isBegun = found !== undefined && (from === undefined || from === SourceBackupArn || from === SourceTableArn);
  if (found && !isBegun)
    throw new UserError(
      `There is already a table ${TableName}, which was not restored from ${from}. If it is the one to go on with, ` +
        'leave out --from; otherwise delete it first.',
    );
  if (!found && from === undefined)
    throw new UserError(`There is no table ${TableName}. Say with --from what to restore it from.`);
  if (!found) await beginRestore({ from, atMs }, settings, effects);

  const { RestoreSummary } = await tableAtRest(TableName, effects);
  const momentMs = atMs ?? RestoreSummary?.RestoreDateTime?.getTime() ?? (from === undefined ? undefined : nowMs);
  if (momentMs === undefined)
    throw new UserError(`Say with --at which moment the data of ${TableName} are of: 2026-11-21T14:00:00Z.`);
  return momentMs;
};
