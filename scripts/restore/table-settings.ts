import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  StreamViewType,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { Template } from '#scripts/deploy/template';
import { UserError } from '#scripts/local-cloud/user-error';

/** What a template says of a table and a restore does not restore. */
const settingsSchema = v.object({
  TableName: v.string(),
  GlobalSecondaryIndexes: v.array(v.object({ IndexName: v.string() })),
  StreamSpecification: v.object({ StreamViewType: v.enum(StreamViewType) }),
  TimeToLiveSpecification: v.object({ AttributeName: v.string() }),
  PointInTimeRecoverySpecification: v.object({ PointInTimeRecoveryEnabled: v.boolean() }),
  SSESpecification: v.object({ SSEEnabled: v.boolean() }),
  DeletionProtectionEnabled: v.optional(v.boolean(), false),
});

/** The settings of a table, in the words of CloudFormation. */
export type TableSettings = v.InferOutput<typeof settingsSchema>;

/** The settings of the one table of a template. */
export const tableSettingsOf = ({ Resources = {} }: Template): TableSettings => {
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table');
  return v.parse(settingsSchema, table?.Properties);
};

/** The effects of changing a table. */
export interface TableEffects {
  readonly client: DynamoDBClient;
  /** Waits between two looks at the table. */
  readonly wait: () => Promise<unknown>;
}

/** Describes a table; undefined when there is none. */
export const describeTable = async (
  client: DynamoDBClient,
  TableName: string,
): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

const isAtRest = ({ TableStatus, GlobalSecondaryIndexes = [], SSEDescription }: TableDescription): boolean =>
  TableStatus === 'ACTIVE' &&
  GlobalSecondaryIndexes.every(({ IndexStatus = 'ACTIVE' }) => IndexStatus === 'ACTIVE') &&
  !SSEDescription?.Status?.endsWith('ING');

/**
 * Waits until a table and its indexes are ready for use, and for the next change.
 *
 * @throws UserError when there is no such table.
 */
export const tableAtRest = async (tableName: string, { client, wait }: TableEffects): Promise<TableDescription> => {
  for (;;) {
    const table = await describeTable(client, tableName);
    if (!table) throw new UserError(`There is no table ${tableName}.`);
    if (isAtRest(table)) return table;
    await wait();
  }
};

const indexNames = (indexes: readonly { readonly IndexName?: string | undefined }[]): string =>
  indexes
    .map(({ IndexName = '' }) => IndexName)
    .sort()
    .join(', ');

type TableChange = Omit<UpdateTableCommandInput, 'TableName'>;

/** The changes that a table needs. DynamoDB accepts one of them at a time. */
const changesOf = (
  {
    SSESpecification: { SSEEnabled },
    StreamSpecification: { StreamViewType },
    DeletionProtectionEnabled,
  }: TableSettings,
  table: TableDescription,
): readonly TableChange[] => [
  ...(SSEEnabled && table.SSEDescription?.SSEType !== 'KMS' ? [{ SSESpecification: { Enabled: true } }] : []),
  ...(table.StreamSpecification?.StreamEnabled
    ? []
    : [{ StreamSpecification: { StreamEnabled: true, StreamViewType } }]),
  ...(table.DeletionProtectionEnabled === DeletionProtectionEnabled ? [] : [{ DeletionProtectionEnabled }]),
];

/**
 * Gives a restored table the settings of its template. DynamoDB restores data and indexes, but neither the stream nor
 * the expiry of items, point-in-time recovery, the protection against deletion or the tags (Amazon DynamoDB Developer
 * Guide, "Point-in-time recovery: How it works"). CloudFormation adopts a table as it is.
 *
 * @param tags those of its stack.
 * @throws UserError when the table has other indexes than the template.
 */
export const applyTableSettings = async (
  settings: TableSettings,
  tags: Readonly<Record<string, string>>,
  effects: TableEffects,
): Promise<void> => {
  const { client } = effects;
  const { TableName } = settings;
  const table = await tableAtRest(TableName, effects);
  const [has, needs] = [indexNames(table.GlobalSecondaryIndexes ?? []), indexNames(settings.GlobalSecondaryIndexes)];
  if (has !== needs)
    throw new UserError(
      `The restored table has the indexes ${has}, and this version of the service needs ${needs}. Restore with the ` +
        'version of that time, then deploy the later ones in order.',
    );
  for (const change of changesOf(settings, table)) {
    await client.send(new UpdateTableCommand({ TableName, ...change }));
    await tableAtRest(TableName, effects);
  }

  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (!TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) {
    const TimeToLiveSpecification = { Enabled: true, ...settings.TimeToLiveSpecification };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  const { PointInTimeRecoverySpecification } = settings;
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  if (PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled && recovery !== 'ENABLED')
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: table.TableArn, Tags }));
};
