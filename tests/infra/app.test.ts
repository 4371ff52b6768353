import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { deployableStage } from '#infra/deployer';
import { StageRefused } from '#infra/stage-rules';
import { listFunctions } from '#scripts/bundle/functions';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { settingsOf } from './synthesis.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the app as the CDK does, without credentials. Resolves with its output. */
const run = async (context: Record<string, string>, variables: Record<string, string> = {}, cwd = PROJECT) => {
  // The CDK's library is compiled once.
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, CDK_CONTEXT_JSON: JSON.stringify(context), ...variables };
  try {
    const app = join(PROJECT, 'infra', 'app.ts');
    const { stderr } = await promisify(execFile)(process.execPath, [app], { cwd, env });
    return { code: 0, stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, stderr };
  }
};

test('prod with scaled limits ends in one line, however the scale is set', async () => {
  const line = 'Stage prod: RATE_LIMIT_SCALE is not allowed in prod, whose limits are fixed by the interface\n';
  expect(await run({ stage: 'prod', rateLimitScale: '2' })).toEqual({ code: 1, stderr: line });
  expect(await run({ stage: 'prod' }, { RATE_LIMIT_SCALE: '2' })).toEqual({ code: 1, stderr: line });
  expect(await run({ stage: 'prod' }, { RATE_LIMIT_SCALE: '0.5' })).toEqual({ code: 1, stderr: line });
});

test('a stage that does not exist ends in one line', async () => {
  const { code, stderr } = await run({ stage: 'production' });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'There is no stage production. Choose one of local, dev, staging, prod, or dev-<name> with up to ten letters and digits\n',
  });
});

/** Credentials of an account, as the CDK passes them to the app. */
const signedInTo = (account: string, more: Record<string, string> = {}) => ({ CDK_DEFAULT_ACCOUNT: account, ...more });

test.each([
  ['without a stage', {}, {}, 'Name the stage with --context stage=<local or dev or staging or prod>'],
  ['without a stage, with credentials', {}, signedInTo('123456789012'), 'Name the stage with '],
  [
    'local, with credentials of an account on AWS',
    { stage: 'local' },
    signedInTo('123456789012'),
    'Stage local: it is deployed to an emulator on this machine only, by npm start: AWS_ENDPOINT_URL names none',
  ],
  [
    'local, with an endpoint that is not on this machine',
    { stage: 'local' },
    signedInTo('000000000000', { AWS_ENDPOINT_URL: 'https://dynamodb.eu-west-1.amazonaws.com' }),
    'Stage local: it is deployed to an emulator on this machine only',
  ],
  [
    'a stage without an account',
    { stage: 'prod' },
    signedInTo('123456789012'),
    'Stage prod: name its AWS account in infra/stages.ts (these credentials are of 123456789012)',
  ],
])('%s ends in one line', async (_, context, variables, line) => {
  const { code, stderr } = await run(context, variables);
  expect(code).toBe(1);
  expect(stderr.split('\n')).toEqual([expect.stringContaining(line), '']);
});

test.each(['local', 'prod'])('%s is synthesized without credentials, for a placeholder account', async (stage) => {
  const folder = temporaryFolder('app');
  // Replaces the bundles, which this test does not wait for.
  for (const { name } of listFunctions()) mkdirSync(join(folder, 'dist', name), { recursive: true });
  const output = join(folder, 'cdk.out');
  expect(await run({ stage }, { CDK_OUTDIR: output, CDK_VALIDATION: 'false' }, folder)).toMatchObject({ code: 0 });
  const { artifacts } = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'));
  expect(artifacts[`kyb-service-${stage}-data`].environment).toBe('aws://000000000000/eu-west-1');
});

describe('with credentials of an account', () => {
  const dev = { ...settingsOf('dev'), account: '111111111111' };
  const onAws = { account: '111111111111', endpoint: undefined };

  test('deploys a stage to its own account', () => {
    expect(deployableStage(dev, onAws)).toBe(dev);
  });

  test('refuses to deploy it to another account', () => {
    expect(() => deployableStage(dev, { ...onAws, account: '222222222222' })).toThrow(
      new StageRefused(
        'Stage dev: it belongs to the AWS account 111111111111, and these credentials are of 222222222222',
      ),
    );
  });

  test.each(['http://127.0.0.1:4566', 'http://localhost:4566', 'http://[::1]:4566', 'http://127.1.2.3:80'])(
    'deploys local to %s',
    (endpoint) => {
      const local = settingsOf('local');
      expect(deployableStage(local, { account: '000000000000', endpoint })).toBe(local);
    },
  );

  test.each(['', 'rubbish', 'http://localhost.example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.1'])(
    'does not deploy local to %j',
    (endpoint) => {
      expect(() => deployableStage(settingsOf('local'), { account: '000000000000', endpoint })).toThrow(StageRefused);
    },
  );

  test('refuses to deploy prod if nobody receives its alarms, demo requests, or support requests', () => {
    const prod = { ...settingsOf('prod'), account: '111111111111' };
    const alarming = { ...prod, alarmEmail: 'operations@kyb.ng' };
    expect(() => deployableStage(prod, onAws)).toThrow('nobody receives mail at operations@kyb-service.example');
    expect(() => deployableStage(alarming, onAws)).toThrow('nobody receives mail at sales@kyb-service.example');
    const selling = { ...alarming, salesEmail: 'sales@kyb.ng' };
    expect(() => deployableStage(selling, onAws)).toThrow('nobody receives mail at support@kyb-service.example');
    const complete = { ...selling, supportEmail: 'support@kyb.ng' };
    expect(deployableStage(complete, onAws)).toBe(complete);
  });
});
