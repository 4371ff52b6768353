import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readAssembly } from '#scripts/deploy/assembly';
import { type DeployChoices, deployStage } from '#scripts/deploy/deploy-stage';
import type { PresentStack } from '#scripts/deploy/plan';
import { readArtefact } from '#scripts/deploy/promotion';
import type { Release } from '#scripts/deploy/release';
import { rollBackStage } from '#scripts/deploy/roll-back';
import type { StageDeployment } from '#scripts/deploy/stage-deployment';
import type { Template } from '#scripts/deploy/template';
import { UserError } from '#scripts/local-cloud/user-error';
import { API_VERSION } from '#shared/http/api-version';
import { temporaryFolder } from '#tests/support/temporary-folder';

/*
 * What is kept of each deploy that works, and how a stage returns to it. The CDK's command line is replaced by one that
 * changes templates in memory; tests/deploy has the real one.
 */

const API = 'kyb-service-prod-api';
const GROUP = 'kyb-service-prod-api-wallet';

/** The group's template, with a function of this code; the queue is what a release may bring. */
const groupWith = (code: string, queue?: string): Template => ({
  Resources: {
    fn: {
      Type: 'AWS::Lambda::Function',
      Properties: { FunctionName: 'kyb-service-prod-read-wallet', Code: { S3Key: `${code}.zip` } },
    },
    [`version${code}`]: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'fn' } } },
    alias: {
      Type: 'AWS::Lambda::Alias',
      Properties: { FunctionName: { Ref: 'fn' }, FunctionVersion: { 'Fn::GetAtt': [`version${code}`, 'Version'] } },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { ApplicationName: 'a', DeploymentGroupName: 'g' } },
    },
    ...(queue !== undefined && { queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: queue } } }),
  },
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes an assembly as the CDK does. */
const writeStacks = (folder: string, templates: Readonly<Record<string, Template>>): void => {
  mkdirSync(folder, { recursive: true });
  const artifacts = Object.entries(templates).map(([name, template]) => {
    const text = JSON.stringify(template);
    const [templateFile, hash] = [`${name}.template.json`, hashOf(text)];
    writeFileSync(join(folder, templateFile), text);
    const files = { [hash]: { source: { path: templateFile }, destinations: { here: { objectKey: `${hash}.json` } } } };
    writeFileSync(join(folder, `${name}.assets.json`), JSON.stringify({ files }));
    const properties = { templateFile, stackTemplateAssetObjectUrl: `s3://bucket/${hash}.json` };
    return [name, { type: 'aws:cloudformation:stack', properties }];
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: Object.fromEntries(artifacts) }));
  writeFileSync(join(folder, 'tree.json'), 'not kept');
};

let folder: string;
let present: Map<string, PresentStack>;
let kept: Map<string, Release>;
let said: string[];
/** Whether a deploy of these templates fails half-way, and whether what runs works. */
let [failsFor, isBroken] = [(_: Template) => false, (_: Template) => false];
let minute: number;

const answers: Readonly<Record<string, unknown>> = {
  '/v1/status': { data: { version: API_VERSION, stage: 'prod' } },
  '/.well-known/jwks.json': { keys: [] },
  '/v1/openapi.json': { info: { version: API_VERSION } },
};

const answer: typeof fetch = async (input) => {
  const path = new URL(String(input)).pathname;
  const running = present.get(GROUP)?.template ?? {};
  const status = isBroken(running) ? 500 : path === '/v1/wallet' ? 401 : 200;
  return new Response(JSON.stringify(answers[path] ?? {}), { status });
};

const runCdk = async (args: readonly string[]): Promise<void> => {
  const assembly = readAssembly(args[args.indexOf('--app') + 1] ?? '');
  for (const { name, template } of assembly.stacks) {
    if (failsFor(template)) throw new UserError(`${name} failed`);
    const outputs: Record<string, string> = name === API ? { ApiUrl: 'https://api.test' } : {};
    present.set(name, { name, template, outputs, status: 'UPDATE_COMPLETE', isProtected: false });
  }
};

const stageWith = (group: Template, shifts = true, commit = 'c0ffee'): StageDeployment => ({
  stage: {
    stage: 'prod',
    protectData: true,
    deployWith: 'callerCredentials',
    edgeSecretHashes: [],
    ...(shifts && { trafficShift: 'LambdaCanary10Percent5Minutes' }),
  } as unknown as StageDeployment['stage'],
  folder,
  commit,
  synthesise: async (assemblyFolder) => writeStacks(assemblyFolder, { [API]: {}, [GROUP]: group }),
  runCdk,
  stacks: {
    list: async () => [...present.values()],
    remove: async (name) => void present.delete(name),
    failuresOf: async () => [],
    bootstrapVersion: async () => undefined,
  },
  releases: {
    list: async () => [...kept.keys()].sort().reverse(),
    load: async (id) => kept.get(id) as Release,
    save: async (release) => void kept.set(release.deployedAt, release),
    remove: async (ids) => {
      for (const id of ids) kept.delete(id);
    },
  },
  now: () => `2026-11-27T12:${String(minute++).padStart(2, '0')}:00.000Z`,
  edgeSecrets: async () => ({}),
  emptyBucket: async () => undefined,
  ask: undefined,
  say: (line) => said.push(line),
  alarms: { topics: async () => [] },
  smoke: { fetch: answer, wait: async () => undefined },
});

const CHOICES: DeployChoices = { dryRun: false, yes: true, dataLossAllowed: [] };
const deploy = (group: Template, choices: Partial<DeployChoices> = {}, shifts = true) =>
  deployStage(stageWith(group, shifts), { ...CHOICES, ...choices });
const rollBack = (choices: Partial<DeployChoices> = {}) => rollBackStage(stageWith({}), { ...CHOICES, ...choices });

/** The code that runs, and whether its alias shifts. */
const running = () => {
  const { Resources = {} } = present.get(GROUP)?.template ?? {};
  const code = Resources['fn']?.Properties?.['Code'] as { S3Key: string } | undefined;
  return [code?.S3Key.replace('.zip', ''), Resources['alias']?.UpdatePolicy === undefined ? 'at once' : 'shifted'];
};

beforeEach(() => {
  folder = temporaryFolder('releases');
  [present, kept, said, minute] = [new Map(), new Map(), [], 0];
  [failsFor, isBroken] = [() => false, () => false];
});

describe('a deploy that works', () => {
  test('is kept as a release, once, and without what the CDK only draws from', async () => {
    await deploy(groupWith('a'));
    await deploy(groupWith('a'));
    await deploy(groupWith('b'));
    const releases = [...kept.values()];
    expect(releases.map(({ commit }) => commit)).toEqual(['c0ffee', 'c0ffee']);
    expect(Object.keys(releases[0]?.files ?? {}).sort()).toEqual([
      'kyb-service-prod-api-wallet.assets.json',
      'kyb-service-prod-api-wallet.template.json',
      'kyb-service-prod-api.assets.json',
      'kyb-service-prod-api.template.json',
      'manifest.json',
    ]);
  });

  test('shifts traffic, unless all of it is to move at once', async () => {
    await deploy(groupWith('a'));
    expect(running()).toEqual(['a', 'shifted']);
    await deploy(groupWith('b'), { atOnce: true });
    expect(running()).toEqual(['b', 'at once']);
    await deploy(groupWith('b'));
    expect(said.at(-1)).toBe('  Stacks that do not change: 2');
  });
});

describe('a deploy that fails', () => {
  beforeEach(async () => {
    await deploy(groupWith('a'));
    await deploy(groupWith('b'));
  });

  test('in a stack returns the stage to the release before, all traffic at once', async () => {
    failsFor = ({ Resources }) => {
      const fails = JSON.stringify(Resources)?.includes('c.zip') ?? false;
      // As when another stack was changed before this one failed.
      if (fails) for (const [name, stack] of present) present.set(name, { ...stack, template: groupWith('mixed') });
      return fails;
    };
    await expect(deploy(groupWith('c'))).rejects.toThrow(
      /api-wallet failed[\s\S]*The stage runs the release before again: commit c0ffee, deployed at 2026-11-27T12:01/,
    );
    expect(running()).toEqual(['b', 'at once']);
    expect(kept.size).toBe(2);
  });

  test('so that CloudFormation has rolled everything back is left at that', async () => {
    failsFor = ({ Resources }) => JSON.stringify(Resources)?.includes('c.zip') ?? false;
    await expect(deploy(groupWith('c'))).rejects.toThrow(/failed\n.*The stage runs the release before: commit c0ffee/);
    expect(running()).toEqual(['b', 'shifted']);
  });

  test('its smoke test returns the stage to the release before', async () => {
    isBroken = ({ Resources }) => JSON.stringify(Resources)?.includes('c.zip') ?? false;
    await expect(deploy(groupWith('c'))).rejects.toThrow(
      /does not work at https:\/\/api\.test[\s\S]*GET \/v1\/status[\s\S]*runs the release before again/,
    );
    expect(running()).toEqual(['b', 'at once']);
  });

  test('does not delete data on the way back: it says how', async () => {
    isBroken = ({ Resources }) => JSON.stringify(Resources)?.includes('c.zip') ?? false;
    await expect(deploy(groupWith('c', 'a-new-queue'))).rejects.toThrow(
      /could not return to the release before: Stage prod keeps its data[\s\S]*--rollback/,
    );
    expect(running()).toEqual(['c', 'shifted']);
    await rollBack({ dataLossAllowed: ['a-new-queue'] });
    expect(running()).toEqual(['b', 'at once']);
  });

  test('stays where traffic is not shifted, with the command that returns', async () => {
    isBroken = () => true;
    await expect(deploy(groupWith('c'), {}, false)).rejects.toThrow(
      'To return to the latest release: npm run deploy -- --stage prod --rollback',
    );
    expect(running()).toEqual(['c', 'shifted']);
  });
});

test('the first deploy of a stage has nothing to return to', async () => {
  isBroken = () => true;
  await expect(deploy(groupWith('a'))).rejects.toThrow('There is no release before to return to.');
  expect(kept.size).toBe(0);
});

describe('a rollback', () => {
  beforeEach(async () => {
    for (const code of ['a', 'b', 'c']) await deploy(groupWith(code));
  });

  test('returns to the release before, and repeated to the one before that', async () => {
    expect(await rollBack()).toBe('https://api.test');
    expect(running()).toEqual(['b', 'at once']);
    await rollBack();
    expect(running()).toEqual(['a', 'at once']);
    await expect(rollBack()).rejects.toThrow('The stage prod has no release before the one that it runs.');
  });

  test('is followed by deploys as usual, also of what was rolled back', async () => {
    await rollBack();
    await deploy(groupWith('c'));
    expect([running(), kept.size]).toEqual([['c', 'shifted'], 3]);
    await rollBack();
    expect(running()).toEqual(['b', 'at once']);
  });

  test('that fails half-way has the same aim when it is repeated', async () => {
    failsFor = ({ Resources }) => JSON.stringify(Resources)?.includes('b.zip') ?? false;
    await expect(rollBack()).rejects.toThrow('api-wallet failed');
    present.set(GROUP, { ...(present.get(GROUP) as PresentStack), template: groupWith('mixed') });
    failsFor = () => false;
    await rollBack();
    expect(running()).toEqual(['b', 'at once']);
  });

  test('of a change that was made past this command returns to the latest release', async () => {
    present.set(GROUP, { ...(present.get(GROUP) as PresentStack), template: groupWith('by hand') });
    await rollBack();
    expect(running()).toEqual(['c', 'at once']);
  });

  test('changes nothing in a dry run, and asks without --yes', async () => {
    await rollBack({ dryRun: true });
    await expect(rollBack({ yes: false })).rejects.toThrow('no terminal');
    expect([running(), kept.size]).toEqual([['c', 'shifted'], 3]);
    expect(said).toContain('Back to the release of commit c0ffee, deployed at 2026-11-27T12:01:00.000Z');
  });
});

describe('a promotion', () => {
  const artefact = () => readArtefact(join(folder, 'artefact.json'));

  test('deploys what the other stage ran, and nothing else', async () => {
    await deploy(groupWith('a'));
    const promoted = artefact();
    expect(promoted).toEqual({ stage: 'prod', commit: 'c0ffee', bundles: { 'read-wallet': 'a.zip' } });
    await expect(deploy(groupWith('b'), { promoted })).rejects.toThrow(
      /not what prod ran, which was built from the commit c0ffee\. It differs in read-wallet\. Check that commit out/,
    );
    expect(running()[0]).toBe('a');
    expect(await deploy(groupWith('a'), { promoted })).toBe('https://api.test');
  });

  test('is refused if a function is missing on either side, and for an empty artefact', async () => {
    const missing = { stage: 'staging', bundles: {} };
    await expect(deploy(groupWith('a'), { promoted: missing })).rejects.toThrow(
      /had committed. It differs in read-wal/,
    );
    const more = { stage: 'staging', bundles: { 'read-wallet': 'a.zip', another: 'b.zip' } };
    await expect(deploy(groupWith('a'), { promoted: more })).rejects.toThrow('It differs in another.');
    await expect(deploy({}, { promoted: missing })).rejects.toThrow('It differs in everything.');
  });

  test('needs the file of a deploy', () => {
    writeFileSync(join(folder, 'other.json'), '{}');
    expect(() => readArtefact(join(folder, 'other.json'))).toThrow('is not the artefact.json of a deploy');
    expect(() => readArtefact(join(folder, 'none.json'))).toThrow('ENOENT');
  });
});

test('a template that moves at once is uploaded anew: the CDK would not replace what has its hash', async () => {
  await deploy(groupWith('a'), { atOnce: true });
  const assemblyFolder = join(folder, 'cdk.out');
  const read = (name: string): string => readFileSync(join(assemblyFolder, name), 'utf8');
  const hash = hashOf(read(`${GROUP}.template.json`));
  expect(hash).not.toBe(hashOf(JSON.stringify(groupWith('a'))));
  expect(JSON.parse(read(`${GROUP}.assets.json`)).files).toEqual({
    [hash]: { source: { path: `${GROUP}.template.json` }, destinations: { here: { objectKey: `${hash}.json` } } },
  });
  const { artifacts } = JSON.parse(read('manifest.json'));
  expect(artifacts[GROUP].properties.stackTemplateAssetObjectUrl).toBe(`s3://bucket/${hash}.json`);
  expect(artifacts[API].properties.stackTemplateAssetObjectUrl).toBe(`s3://bucket/${hashOf('{}')}.json`);
});
