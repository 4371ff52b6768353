import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { secretName } from '#infra/names';
import { UsageError } from '#scripts/command-line/usage';
import { stageOnAws } from '#scripts/deploy/stage-on-aws';
import { runScript } from '#scripts/local-cloud/run-script';
import { operatorError } from '#scripts/ops/problems';
import { makeReadSegment } from '#scripts/ops/scan';
import { textOf } from '#scripts/ops/secret-commands';
import { openSecrets } from '#scripts/ops/secrets-file';
import { makeStageSecrets } from '#scripts/ops/stage-secrets';
import type { ScannedTable } from '#scripts/restore/reconcile-table';
import { restoreStage } from '#scripts/restore/restore-stage';
import { tableOfArn } from '#scripts/restore/restore-table';
import { RESTORE_USAGE } from '#scripts/restore/usage';
import { makeTable } from '#shared/db/operations';
import { systemClock } from '#shared/platform/clock';

const scannedTable = (client: DynamoDBClient, tableName: string): ScannedTable => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { table: makeTable(documents, tableName), readSegment: makeReadSegment(documents, tableName) };
};

const momentOf = (at: string | undefined): number | undefined => {
  const atMs = at === undefined ? undefined : Date.parse(at);
  if (Number.isNaN(atMs)) throw new UsageError(`--at must be a time such as 2026-11-21T14:00:00Z, not ${at}.`);
  return atMs;
};

await runScript(RESTORE_USAGE, async ({ options }) => {
  const { stage, from, at, newer, secrets, key, yes = false, 'dry-run': dryRun = false } = options;
  const withoutFiles = options['without-files'] === true;
  if (stage === undefined || secrets === undefined || key === undefined)
    throw new UsageError('Name the stage with --stage, its exported secrets with --secrets and their key with --key.');
  const atMs = momentOf(at);
  const replaced = newer === undefined ? undefined : tableOfArn(newer);
  try {
    const opened = await openSecrets(textOf(secrets), textOf(key));
    const deployment = await stageOnAws(stage);
    const { region } = deployment.stage;
    const clientOf = (place: string) => new DynamoDBClient({ region: place, maxAttempts: 10 });
    const client = clientOf(region);
    const apiUrl = await restoreStage(
      deployment,
      { from, atMs, secrets: opened, userName: userInfo().username, dryRun, yes, withoutFiles },
      {
        client,
        wait: () => wait(10_000),
        pause: wait,
        clock: systemClock,
        tableNamed: (tableName) => scannedTable(client, tableName),
        ...(replaced && { newer: scannedTable(clientOf(replaced.region), replaced.tableName) }),
        stageSecrets: makeStageSecrets(new SecretsManagerClient({ region, maxAttempts: 10 }), (name) =>
          secretName(deployment.stage.stage, name),
        ),
      },
    );
    if (apiUrl !== undefined)
      console.log(`The API works at ${apiUrl}/v1. What is left to do: docs/operate/restoring.md`);
  } catch (error) {
    throw operatorError(error, stage);
  }
});
