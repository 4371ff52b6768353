import { setTimeout as wait } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PROBE_REGION, resourceName, secretName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { readStack, type Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { makeTable } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { systemClock } from '#shared/platform/clock';
import { makeSecretReader } from '#shared/platform/secrets';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';
import type { OpsEffects } from './command.ts';
import { operatorError } from './problems.ts';
import { makeReadSegment } from './scan.ts';
import { makeStageAlarms, type StageAlarms } from './stage-alarms.ts';
import { makeStageEdge } from './stage-edge.ts';
import { bucketOfStage, makeStageFiles } from './stage-files.ts';
import { makeStageLogs } from './stage-logs.ts';
import { makeStageMail } from './stage-mail.ts';
import { makeStageQueues } from './stage-queues.ts';
import { makeStageSecrets } from './stage-secrets.ts';

/** How to reach a stage. */
interface Place {
  readonly stage: StageConfig;
  readonly tableName: string;
  /** The bucket's name, if it is known. */
  readonly bucketName?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly sourceVariables: Readonly<Record<'STAGE' | 'SIMULATE_LIVE_SOURCES' | 'SOURCES_SECRET_NAME', string>>;
}

/** The variables by which a function of a stage finds its live sources. */
const sourceVariablesOf = ({
  stage,
  simulateLiveSources,
  sourcesSecretName = '',
}: StageConfig): Place['sourceVariables'] => {
  return {
    STAGE: stage,
    SIMULATE_LIVE_SOURCES: String(simulateLiveSources),
    SOURCES_SECRET_NAME: sourcesSecretName,
  };
};

/** The stage `local` on its emulator. */
const placeAt = ({ region, endpoint, tableName, bucketName }: Stack): Place => {
  const stage = stageConfig('local', { rateLimitScale: undefined });
  const environment = { ...LOCAL_AWS_ENVIRONMENT, AWS_REGION: region, AWS_ENDPOINT_URL: endpoint };
  return { stage, tableName, bucketName, environment, sourceVariables: sourceVariablesOf(stage) };
};

/** A stage on AWS. */
const placeOf = (name: string): Place => {
  try {
    const stage = stageConfig(name, { rateLimitScale: undefined });
    const tableName = resourceName(stage.stage, 'table');
    return { stage, tableName, environment: { AWS_REGION: stage.region }, sourceVariables: sourceVariablesOf(stage) };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
};

/** More tries than in a function: no caller waits for a command, and it should not end half-way. */
const CLIENT_SETTINGS = { ...awsClientSettings, maxAttempts: 10 };

/** The alarms of a stage: in its region and, with an outside probe, in that of its metrics. */
export const alarmsOf = ({ stage, region, outsideProbe }: StageConfig): StageAlarms => {
  const regions = outsideProbe ? [...new Set([region, PROBE_REGION])] : [region];
  const sns = Object.fromEntries(regions.map((one) => [one, new SNSClient({ ...CLIENT_SETTINGS, region: one })]));
  const cloudWatch = new CloudWatchClient({ ...CLIENT_SETTINGS, region });
  return makeStageAlarms({ cloudWatch, sns }, resourceName(stage, ''));
};

const effectsAt = ({ stage: config, tableName, bucketName, sourceVariables }: Place): OpsEffects => {
  const { stage } = config;
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(CLIENT_SETTINGS), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const secretsManager = new SecretsManagerClient(CLIENT_SETTINGS);
  const readSecret = makeSecretReader(() => secretsManager);
  return {
    table: makeTable(documents, tableName),
    readSegment: makeReadSegment(documents, tableName),
    secrets: makeStageSecrets(secretsManager, (name) => secretName(stage, name)),
    queues: makeStageQueues(
      new SQSClient({ ...CLIENT_SETTINGS, useQueueUrlAsEndpoint: false }),
      resourceName(stage, ''),
    ),
    alarms: alarmsOf(config),
    logs: makeStageLogs(new CloudWatchLogsClient(CLIENT_SETTINGS), {
      stage,
      functionPrefix: resourceName(stage, ''),
      byPrefix: stage !== 'local',
      wait,
    }),
    stage: config,
    files: makeStageFiles(
      new S3Client({ ...CLIENT_SETTINGS, forcePathStyle: stage === 'local' }),
      async () => bucketName ?? bucketOfStage(new CloudFormationClient(CLIENT_SETTINGS), stage),
    ),
    mail: makeStageMail(new SESv2Client(CLIENT_SETTINGS)),
    vault: (freshness) => readSecret(secretName(stage, 'vault'), freshness),
    sources: () => {
      Object.assign(process.env, sourceVariables);
      return sourcesOfStage('live', readSecret);
    },
    edge: () => makeStageEdge(stage, CLIENT_SETTINGS),
    clock: systemClock,
    wait,
    say: (line) => console.error(line),
  };
};

const atPlace = async <T>(place: Place, work: (effects: OpsEffects) => Promise<T>): Promise<T> => {
  Object.assign(process.env, place.environment);
  try {
    return await work(effectsAt(place));
  } catch (error) {
    throw operatorError(error, place.stage.stage);
  }
};

/** Runs an operator's work on a deployment of the stage `local`; see {@link atStage}. */
export const atStack = <T>(stack: Stack, work: (effects: OpsEffects) => Promise<T>): Promise<T> =>
  atPlace(placeAt(stack), work);

/**
 * Runs an operator's work on a stage. Sets the region, and for `local` the credentials and the endpoint, in this
 * process's environment.
 *
 * @param stage a stage on AWS; `local`, or undefined, is that of the running `npm start`.
 * @throws UserError for a stage that does not exist, and when the operator's credentials do not allow the work.
 */
export const atStage = async <T>(stage: string | undefined, work: (effects: OpsEffects) => Promise<T>): Promise<T> =>
  atPlace(stage === undefined || stage === 'local' ? placeAt(readStack()) : placeOf(stage), work);
