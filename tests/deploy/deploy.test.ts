import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CreateBackupCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateEventBusCommand, DeleteEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assetBucket } from '#infra/bootstrap';
import { EMULATORS_ACCOUNT } from '#infra/deployer';
import type { StageConfig, StageName } from '#infra/stage-config';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { runProgram } from '#scripts/command-line/program';
import { makeStageStacks } from '#scripts/deploy/cloud-formation';
import { type DeployChoices, deployStage } from '#scripts/deploy/deploy-stage';
import { destroyStage } from '#scripts/deploy/destroy-stage';
import { emptyBucket } from '#scripts/deploy/empty-bucket';
import { readArtefact } from '#scripts/deploy/promotion';
import { makeReleaseStore } from '#scripts/deploy/release-store';
import { rollBackStage } from '#scripts/deploy/roll-back';
import type { StageDeployment } from '#scripts/deploy/stage-deployment';
import { localCloudEnvironment } from '#scripts/local-cloud/command';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { startGateway } from '#scripts/local-cloud/gateway';
import { localStage } from '#scripts/local-cloud/local-stage';
import { type LocalCloud, startLocalCloud } from '#scripts/local-cloud/ministack';
import { freePort } from '#scripts/local-cloud/port';
import { readSecrets } from '#scripts/ops/secrets-file';
import type { RestoreChoices, RestoreEffects } from '#scripts/restore/restore-stage';
import { restoreStage } from '#scripts/restore/restore-stage';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { SMALL_FUNCTIONS, type SmallStage, synthesiseSmallStage } from './small-stage.ts';
import { addCustomer, dataOf } from './stage-data.ts';

/*
 * What `npm run deploy` does, on a local cloud of its own: with a few endpoints of the service, and the real
 * `cdk deploy`. The rules of CloudFormation that the local cloud does not enforce are tested on templates
 * (tests/unit/scripts/deploy-plan.test.ts).
 */

const ENDPOINTS: SmallStage['endpoints'] = [
  { of: 'read-status' },
  { of: 'read-signing-keys' },
  { of: 'read-openapi' },
  { of: 'read-wallet' },
];

/** The endpoints, one of them changed. */
const withChanged = (of: string, changed: Partial<SmallStage['endpoints'][number]>): SmallStage['endpoints'] =>
  ENDPOINTS.map((endpoint) => (endpoint.of === of ? { ...endpoint, ...changed } : endpoint));

const CHOICES: DeployChoices = { dryRun: false, yes: true, dataLossAllowed: [] };

let cloud: LocalCloud;
let [bundles, folder] = ['', ''];
const closing: (() => Promise<void>)[] = [];

/** The bucket of the bootstrap, for bundles, templates and releases. */
const ASSETS = assetBucket(EMULATORS_ACCOUNT, 'eu-west-1');

/** Settings of clients of the local cloud. */
const settings = () => ({
  endpoint: cloud.endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const s3 = () => new S3Client({ ...settings(), forcePathStyle: true });
const eventBridge = () => new EventBridgeClient(settings());

/** A stage of the local cloud under the name of one on AWS. */
const makeStage = async (name: StageName, protectData: boolean) => {
  const apiId = `kyb${name}`;
  const gateway = await startGateway({ endpoint: cloud.endpoint, apiId });
  closing.push(gateway.close);
  const { apiUrl } = gateway;
  const stage: StageConfig = { ...localStage('1'), stage: name, fixedApiId: apiId, apiUrl, protectData };
  const said: string[] = [];
  const own = join(folder, name);
  mkdirSync(own);
  const deploymentOf = (small: SmallStage, trafficShift?: StageConfig['trafficShift']): StageDeployment => ({
    // The local cloud shifts no traffic: its stacks are those of a stage without.
    stage: { ...stage, ...(trafficShift && { trafficShift }) },
    folder: own,
    synthesise: async (assemblyFolder) => synthesiseSmallStage(small, stage, assemblyFolder, bundles),
    runCdk: (args, onLine) =>
      runProgram(args, {
        name: 'cdk deploy',
        logFile: join(own, 'deploy.log'),
        environment: localCloudEnvironment(cloud.endpoint),
        onLine,
      }),
    commit: 'c0ffee',
    releases: makeReleaseStore(s3(), ASSETS, name),
    now: () => new Date().toISOString(),
    stacks: makeStageStacks(new CloudFormationClient(settings()), name, 0.2),
    edgeSecrets: async () => ({}),
    emptyBucket: (bucket) => emptyBucket(s3(), bucket),
    ask: undefined,
    say: (line) => said.push(line),
    smoke: { fetch, wait: () => wait(200) },
    alarms: { topics: async () => [] },
  });
  return {
    apiUrl,
    /** What the last command printed. */
    printed: () => said.join('\n'),
    stacks: async () => (await deploymentOf({ endpoints: [] }).stacks.list()).map(({ name }) => name).sort(),
    outputs: async () => {
      const stacks = await deploymentOf({ endpoints: [] }).stacks.list();
      return Object.assign({}, ...stacks.map(({ outputs }) => outputs)) as Record<string, string>;
    },
    deploy: (small: SmallStage, choices: Partial<DeployChoices> = {}) => {
      said.length = 0;
      return deployStage(deploymentOf(small), { ...CHOICES, ...choices });
    },
    restore: (small: SmallStage, choices: RestoreChoices, effects: RestoreEffects, ask?: StageDeployment['ask']) => {
      said.length = 0;
      return restoreStage({ ...deploymentOf(small), ask }, choices, effects);
    },
    rollBack: (choices: Partial<DeployChoices> = {}) => {
      said.length = 0;
      return rollBackStage(deploymentOf({ endpoints: [] }), { ...CHOICES, ...choices });
    },
    /** What the last deploy has noted for a promotion. */
    artefact: () => readArtefact(join(own, 'artefact.json')),
    /** Deploys as on a stage that shifts traffic, which is not left half-way. */
    deployOrRestore: (small: SmallStage) => {
      said.length = 0;
      return deployStage(deploymentOf(small, 'LambdaCanary10Percent5Minutes'), CHOICES);
    },
    destroy: (choices: { dryRun?: boolean; yes?: boolean } = {}) => {
      said.length = 0;
      return destroyStage(deploymentOf({ endpoints: [] }), { dryRun: false, yes: true, ...choices });
    },
  };
};
type Deployed = Awaited<ReturnType<typeof makeStage>>;
let [dev, staging, again] = [] as unknown as [Deployed, Deployed, Deployed];

beforeAll(async () => {
  folder = temporaryFolder('deploy');
  bundles = join(folder, 'dist');
  const logFile = join(STATE_FOLDER, 'deploy-ministack.log');
  cloud = await startLocalCloud({ port: await freePort(), enforceIam: true, logFile });
  const functions = listFunctions().filter(({ name }) => SMALL_FUNCTIONS.includes(name));
  await bundleFunctions(functions, bundles);
  await s3().send(new CreateBucketCommand({ Bucket: ASSETS }));
  [dev, staging] = [await makeStage('dev', false), await makeStage('staging', true)];
  again = await makeStage('dev-again', true);
});

afterAll(async () => {
  for (const close of closing) await close();
  await cloud?.stop();
});

/** An event bus of somebody else has the name of a stage's, until the returned function removes it. */
const busInTheWay = async (): Promise<() => Promise<unknown>> => {
  const Name = 'kyb-service-dev-in-the-way';
  await eventBridge().send(new CreateEventBusCommand({ Name }));
  return () => eventBridge().send(new DeleteEventBusCommand({ Name }));
};

const indexesOf = async (stage: string): Promise<readonly (string | undefined)[]> => {
  const client = new DynamoDBClient(settings());
  const { Table } = await client.send(new DescribeTableCommand({ TableName: `kyb-service-${stage}-table` }));
  return (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
};

describe('a stage', () => {
  test('is not deployed by a dry run, nor without a terminal and without --yes', async () => {
    expect(await dev.deploy({ endpoints: ENDPOINTS }, { dryRun: true })).toBeUndefined();
    expect(dev.printed()).toMatch(/kyb-service-dev-api-wallet: new, \d+ resources/);
    await expect(dev.deploy({ endpoints: ENDPOINTS }, { yes: false })).rejects.toThrow(/no terminal.* --yes/);
    expect(await dev.stacks()).toEqual([]);
  });

  test('whose first deploy failed is deployed by the same command', async () => {
    const removeBus = await busInTheWay();
    const small = { endpoints: ENDPOINTS, bus: 'in-the-way' };
    await expect(dev.deploy(small)).rejects.toThrow(
      /^kyb-service-dev-api-wallet: bus\w+ \(AWS::Events::EventBus\): .*exists.*\nkyb-service-dev-api-wallet was never complete/,
    );
    await removeBus();
    expect(await dev.deploy(small)).toBe(dev.apiUrl);
    expect(dev.printed()).toMatch(/api-wallet: removed first, a deploy of it has failed/);
    expect(dev.printed()).toMatch(/kyb-service-dev-api-wallet \(\d+ s\)/);
  });

  test('that has not changed is only tried', async () => {
    expect(await dev.deploy({ endpoints: ENDPOINTS, bus: 'in-the-way' })).toBe(dev.apiUrl);
    expect(dev.printed()).toBe('  Stacks that do not change: 4');
  });

  test('is updated, with what is deleted shown before', async () => {
    await dev.deploy({ endpoints: withChanged('read-wallet', { summary: 'Another summary' }) });
    expect(dev.printed()).toMatch(/- AWS::Events::EventBus kyb-service-dev-in-the-way: deleted/);
    expect(dev.printed()).toMatch(/Stacks that do not change: 3/);
  });

  test('whose update failed runs what it ran before', async () => {
    const removeBus = await busInTheWay();
    await expect(dev.deploy({ endpoints: ENDPOINTS, bus: 'in-the-way' })).rejects.toThrow(
      /\(AWS::Events::EventBus\): .*exists.*\nkyb-service-dev-api-wallet runs what it ran before\./,
    );
    await removeBus();
    expect((await fetch(`${dev.apiUrl}/v1/wallet`)).status).toBe(401);
    expect(await dev.deploy({ endpoints: ENDPOINTS })).toBe(dev.apiUrl);
  });

  test('that shifts traffic is not left half-way: what succeeded is undone when another stack fails', async () => {
    const removeBus = await busInTheWay();
    const half = { endpoints: withChanged('read-status', { name: 'read-state' }), bus: 'in-the-way' };
    await expect(dev.deployOrRestore(half)).rejects.toThrow(
      /api-wallet runs what it ran before\.[\s\S]*The stage runs the release before again: commit c0ffee/,
    );
    await removeBus();
    expect(dev.printed()).toMatch(/kyb-service-dev-api-meta \(\d+ s\)[\s\S]*That failed\. Back to the release before/);
    expect(dev.printed()).toMatch(/- AWS::Lambda::Function kyb-service-dev-read-state: deleted/);
    expect((await fetch(`${dev.apiUrl}/v1/status`)).status).toBe(200);
  });

  test('has an endpoint renamed: its route stays, and calls the new function', async () => {
    expect(await dev.deploy({ endpoints: withChanged('read-wallet', { name: 'read-purse' }) })).toBe(dev.apiUrl);
    expect(dev.printed()).toMatch(/- AWS::Lambda::Function kyb-service-dev-read-wallet: deleted/);
    expect(dev.printed()).not.toMatch(/AWS::ApiGatewayV2::Route/);
  });

  test('returns to the release before by one command, from what is stored', async () => {
    expect(await dev.rollBack()).toBe(dev.apiUrl);
    expect(dev.printed()).toMatch(/^Back to the release of commit c0ffee, deployed at /);
    expect(dev.printed()).toMatch(/- AWS::Lambda::Function kyb-service-dev-read-purse: deleted/);
  });

  test('has an endpoint moved to another group: the old stack gives it up first', async () => {
    expect(await dev.deploy({ endpoints: withChanged('read-openapi', { group: 'wallet' }) })).toBe(dev.apiUrl);
    expect(dev.printed()).toMatch(/Before all others, because names move: kyb-service-dev-api-meta/);
  });

  test('has the last endpoint of a group moved: the stack of the group goes', async () => {
    expect(await dev.deploy({ endpoints: withChanged('read-wallet', { group: 'meta' }) })).toBe(dev.apiUrl);
    expect(dev.printed()).toMatch(/kyb-service-dev-api-wallet: removed, \d+ resources/);
    expect(await dev.stacks()).toEqual(['api', 'api-meta', 'data'].map((name) => `kyb-service-dev-${name}`));
  });
});

describe('a second stage of the account, with data to lose,', () => {
  test('is deployed beside the first, and restores an endpoint whose log it has kept', async () => {
    expect(await staging.deploy({ endpoints: ENDPOINTS, queue: 'old' })).toBe(staging.apiUrl);
    const renamed = withChanged('read-wallet', { name: 'read-purse' });
    await staging.deploy({ endpoints: renamed, queue: 'old', index: 'gsi9' });
    expect(staging.printed()).toMatch(/AWS::Logs::LogGroup .*read-wallet: kept outside of its stack/);
    expect(await indexesOf('staging')).toContain('gsi9');
  });

  test('gives up a queue only when it is named, after the steps that lose no message, and an index', async () => {
    const without: SmallStage = { endpoints: ENDPOINTS };
    await expect(staging.deploy(without)).rejects.toThrow(
      /--allow-data-loss kyb-service-staging-old\nThe queue kyb-service-staging-old: Nothing sends to it any more/,
    );
    expect(await staging.deploy(without, { dataLossAllowed: ['kyb-service-staging-old'] })).toBe(staging.apiUrl);
    expect(await indexesOf('staging')).not.toContain('gsi9');
  });

  test('passes what it ran to another stage, and nothing else', async () => {
    const promoted = staging.artefact();
    expect(Object.keys(promoted.bundles)).toHaveLength(ENDPOINTS.length + 1);
    await expect(dev.deploy({ endpoints: ENDPOINTS.slice(1) }, { promoted })).rejects.toThrow(
      'It differs in read-status.',
    );
  });

  test('is not destroyed', async () => {
    await expect(staging.destroy()).rejects.toThrow('Stage staging protects its data');
  });

  test('stays when the first is destroyed with its files', async () => {
    const { BucketName } = await dev.outputs();
    for (const Body of ['one version', 'another']) {
      await s3().send(new PutObjectCommand({ Bucket: BucketName, Key: 'a-file', Body }));
    }
    await expect(dev.destroy({ yes: false })).rejects.toThrow(/no terminal/);
    await dev.destroy({ dryRun: true });
    expect(dev.printed()).toMatch(/kyb-service-dev-table: deleted, WITH ITS DATA/);
    expect(await dev.stacks()).toHaveLength(3);
    await dev.destroy();
    expect(await dev.stacks()).toEqual([]);
    await expect(dev.rollBack()).rejects.toThrow('no release before');
    expect((await fetch(`${staging.apiUrl}/v1/wallet`)).status).toBe(401);
    expect(await dev.deploy({ endpoints: ENDPOINTS }, { promoted: staging.artefact() })).toBe(dev.apiUrl);
  });
});

describe('a stage that is restored from the backup of another', () => {
  /** The balance of a wallet, as the API of a stage answers a secret key. */
  const balanceAt = async ({ apiUrl }: Deployed, secretKey: string) => {
    const response = await fetch(`${apiUrl}/v1/wallet`, { headers: { authorization: `Bearer ${secretKey}` } });
    return { status: response.status, body: await response.json() };
  };

  test('has its data and its secrets, and adopts the table with the settings of every other', async () => {
    const dynamoDb = new DynamoDBClient(settings());
    const [of, into] = [dataOf('staging', settings()), dataOf('dev-again', settings())];
    const { secretKey } = await addCustomer(of.scanned.table);
    const before = await balanceAt(staging, secretKey);
    expect(before.status).toBe(200);
    const { BackupDetails } = await dynamoDb.send(
      new CreateBackupCommand({ TableName: of.tableName, BackupName: 'all' }),
    );
    const secrets = await readSecrets(of.secrets);
    const choices = {
      ...{ from: BackupDetails?.BackupArn, atMs: undefined, secrets, userName: 'ada' },
      ...{ dryRun: false, yes: true, withoutFiles: false },
    };
    const effects = {
      ...{ client: dynamoDb, wait: () => wait(50), pause: wait, clock: Date.now },
      ...{ tableNamed: () => into.scanned, stageSecrets: into.secrets },
    };

    expect(await again.restore({ endpoints: ENDPOINTS }, { ...choices, dryRun: true }, effects)).toBeUndefined();
    expect(again.printed()).toMatch(/kyb-service-dev-again-table: restored from arn:.*\n.*No newer table/);
    await expect(again.restore({ endpoints: ENDPOINTS }, choices, effects)).rejects.toThrow(/--without-files/);
    expect(await again.stacks()).toEqual([]);

    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(`${question}, beside ${await again.stacks()}`);
      return 'restored';
    };
    expect(await again.restore({ endpoints: ENDPOINTS }, choices, effects, ask)).toBe(again.apiUrl);
    const { BucketName } = await again.outputs();
    expect(asked).toEqual([expect.stringContaining(`the bucket ${BucketName}.`)]);
    expect(asked[0], 'nothing runs before the files are there').toMatch(/beside kyb-service-dev-again-data$/);
    expect(await balanceAt(again, secretKey)).toEqual(before);
    expect((await readSecrets(into.secrets)).vault.current).toEqual(secrets.vault.current);
    const described = ({ tableName: TableName }: typeof of) => dynamoDb.send(new DescribeTableCommand({ TableName }));
    const [{ Table: table }, { Table: usual }] = await Promise.all([described(into), described(of)]);
    expect(table?.StreamSpecification).toEqual(usual?.StreamSpecification);
    expect(table?.DeletionProtectionEnabled).toBe(usual?.DeletionProtectionEnabled);
    expect(await again.deploy({ endpoints: ENDPOINTS })).toBe(again.apiUrl);
    expect(again.printed()).toBe('  Stacks that do not change: 4');

    await expect(again.restore({ endpoints: ENDPOINTS }, choices, effects)).rejects.toThrow(
      /dev-again is deployed in eu-west-1/,
    );
    await expect(dev.restore({ endpoints: ENDPOINTS }, choices, effects)).rejects.toThrow(
      /dev does not protect its data/,
    );
    dynamoDb.destroy();
  });
});
