import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { resourceName, secretName } from '#infra/names';
import type { StageName } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { runScript } from '#scripts/local-cloud/run-script';
import { readStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import type { OpsEffects } from '#scripts/ops/command';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { operatorError } from '#scripts/ops/problems';
import { makeReadSegment } from '#scripts/ops/scan';
import { makeStageSecrets } from '#scripts/ops/stage-secrets';
import { makeTable } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { systemClock } from '#shared/platform/clock';
import { makeSecretReader } from '#shared/platform/secrets';

/** Where a stage is. */
interface Place {
  readonly stage: StageName;
  readonly tableName: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Where the running `npm start` is. */
const localPlace = (): Place => {
  const { region, endpoint, tableName } = readStack();
  const environment = { ...LOCAL_AWS_ENVIRONMENT, AWS_REGION: region, AWS_ENDPOINT_URL: endpoint };
  return { stage: 'local', tableName, environment };
};

/** Where a stage on AWS is. */
const placeOf = (name: string): Place => {
  try {
    const { stage, region } = stageConfig(name, { rateLimitScale: undefined });
    return { stage, tableName: resourceName(stage, 'table'), environment: { AWS_REGION: region } };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
};

/** More patience than a function has: nobody waits behind a command, and it should not end half-way. */
const CLIENT_SETTINGS = { ...awsClientSettings, maxAttempts: 10 };

const effectsAt = ({ stage, tableName }: Place): OpsEffects => {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(CLIENT_SETTINGS), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const secretsManager = new SecretsManagerClient(CLIENT_SETTINGS);
  const readSecret = makeSecretReader(() => secretsManager);
  return {
    table: makeTable(documents, tableName),
    readSegment: makeReadSegment(documents, tableName),
    secrets: makeStageSecrets(secretsManager, (name) => secretName(stage, name)),
    vault: (freshness) => readSecret(secretName(stage, 'vault'), freshness),
    clock: systemClock,
    wait,
    say: (line) => console.error(line),
  };
};

await runScript(OPS_USAGE, async ({ options: { stage, ...options }, words }) => {
  const work = opsCommand(words, options);
  const place = stage === undefined ? localPlace() : placeOf(stage);
  Object.assign(process.env, place.environment);
  try {
    console.log(await work(effectsAt(place)));
  } catch (error) {
    throw operatorError(error, place.stage);
  }
});
// Connections that the client keeps open would hold the process for their time.
process.exit();
