import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stageConfig } from '#infra/stages';
import { readAssembly } from '#scripts/deploy/assembly';
import type { StageStacks } from '#scripts/deploy/cloud-formation';
import { deployStage } from '#scripts/deploy/deploy-stage';
import { stacksOfRegions } from '#scripts/deploy/regions';
import { answeredPastEdge, type SmokeEffects } from '#scripts/deploy/smoke';
import type { StageDeployment } from '#scripts/deploy/stage-deployment';
import { temporaryFolder } from '#tests/support/temporary-folder';

/** The stacks of one region, and what is asked of them. */
const regionWith = (names: readonly string[], bootstrapVersion: number | undefined) => {
  const asked: string[] = [];
  const stacks: StageStacks = {
    list: async () =>
      names.map((name) => ({ name, status: 'CREATE_COMPLETE', isProtected: true, outputs: {}, template: {} })),
    remove: async (stack) => void asked.push(`remove ${stack}`),
    failuresOf: async (stack) => {
      asked.push(`failures of ${stack}`);
      return [];
    },
    bootstrapVersion: async () => bootstrapVersion,
  };
  return { stacks, asked };
};

/** Writes an assembly with an edge, as the CDK does. */
const writeAssembly = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'template.json'), '{}');
  const artifact = (region: string) => ({
    type: 'aws:cloudformation:stack',
    environment: `aws://111122223333/${region}`,
    properties: { templateFile: 'template.json', requiresBootstrapStackVersion: 6 },
  });
  const artifacts = { 'kyb-service-prod-api': artifact('eu-west-1'), 'kyb-service-prod-edge': artifact('us-east-1') };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
};

describe('a stage in two regions', () => {
  test('is one list of stacks, each of which is removed and explained where it is', async () => {
    const [own, edge] = [regionWith(['api', 'data'], 21), regionWith(['edge'], 21)];
    const both = stacksOfRegions({ 'eu-west-1': own.stacks, 'us-east-1': edge.stacks });
    expect((await both.list()).map(({ name }) => name)).toEqual(['api', 'data', 'edge']);
    await both.remove('edge');
    await both.failuresOf('edge', 0);
    await both.remove('api');
    expect(edge.asked).toEqual(['remove edge', 'failures of edge']);
    expect(own.asked).toEqual(['remove api']);
  });

  test('needs the bootstrap in both, and says in which it is missing before anything changes', async () => {
    const folder = temporaryFolder('regions');
    writeAssembly(join(folder, 'assembly'));
    expect([...readAssembly(join(folder, 'assembly')).bootstrapVersions]).toEqual([
      ['eu-west-1', 6],
      ['us-east-1', 6],
    ]);
    const [own, edge] = [regionWith([], 21), regionWith([], undefined)];
    const deployment = {
      stage: stageConfig('prod', { rateLimitScale: undefined }),
      folder,
      synthesise: async (assemblyFolder: string) => writeAssembly(assemblyFolder),
      stacks: stacksOfRegions({ 'eu-west-1': own.stacks, 'us-east-1': edge.stacks }),
    } as unknown as StageDeployment;
    await expect(deployStage(deployment, { dryRun: false, yes: true, dataLossAllowed: [] })).rejects.toThrow(
      'is not bootstrapped in us-east-1, and deploying needs version 6. Run: npx cdk bootstrap --context stage=prod',
    );
  });
});

describe('a stage that is called through its edge alone', () => {
  const answering = (answer: () => Response | Promise<Response>): SmokeEffects => ({
    fetch: async () => answer(),
    wait: async () => undefined,
  });
  const direct = 'https://abc.execute-api.eu-west-1.amazonaws.com';

  test('is not well deployed while API Gateway still answers at its own address', async () => {
    const open = answering(() => Response.json({ success: true }));
    expect(await answeredPastEdge(direct, open)).toEqual([
      `GET ${direct}/v1/status: expected a refusal past the edge, got 200`,
    ]);
    for (const status of [403, 404])
      expect(
        await answeredPastEdge(
          direct,
          answering(() => new Response('{}', { status })),
        ),
      ).toEqual([]);
    const unknown = answering(() => Promise.reject(new Error('ENOTFOUND')));
    expect(await answeredPastEdge(direct, unknown)).toEqual([]);
  });
});
