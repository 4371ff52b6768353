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

/** How to reach a stage. */
interface Place {
  readonly stage: StageName;
  readonly tableName: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The stage of the running `npm start`. */
const localPlace = (): Place => {
  const { region, endpoint, tableName } = readStack();
  const environment = { ...LOCAL_AWS_ENVIRONMENT, AWS_REGION: region, AWS_ENDPOINT_URL: endpoint };
  return { stage: 'local', tableName, environment };
};

/** A stage on AWS. */
const placeOf = (name: string): Place => {
  try {
    const { stage, region } = stageConfig(name, { rateLimitScale: undefined });
    return { stage, tableName: resourceName(stage, 'table'), environment: { AWS_REGION: region } };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
};

/** Longer time-outs than in a function: no caller waits for a command, and it should not end half-way. */
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
// Connections that the client keeps open would keep the process running.
process.exit();
