import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  forgetDeployed,
  readDeployed,
  readOutputs,
  recordDeployed,
  stacksOf,
  stacksToDeploy,
} from '#scripts/local-cloud/deployed-stacks';
import { temporaryFolder } from '#tests/support/temporary-folder';

const folder = (): string => temporaryFolder('deployed-stacks');

const before = { stacks: { data: 'd1', wallet: 'w1', webhooks: 'h1' }, outputs: { data: { TableName: 'kyb' } } };

test('after an edit only the stacks that it changes are deployed', () => {
  expect(stacksToDeploy({ ...before.stacks, wallet: 'w2' }, before)).toEqual(['wallet']);
});

test('without a change nothing is deployed', () => {
  expect(stacksToDeploy(before.stacks, before)).toEqual([]);
});

test.each([
  ['the state of the cloud is unknown', before.stacks, undefined],
  ['a stack is new', { ...before.stacks, chat: 'c1' }, before],
  ['a stack is gone', { data: 'd1', wallet: 'w1' }, before],
  ['a stack replaces another', { data: 'd1', wallet: 'w1', chat: 'c1' }, before],
])('if %s, all stacks are deployed', (_, after, known) => {
  expect(stacksToDeploy(after, known)).toBe('all');
});

test('a stack is identified by everything in its assembly: template, tags, dependencies', () => {
  const assembly = folder();
  const artifact = { type: 'aws:cloudformation:stack', properties: { stackTemplateAssetObjectUrl: 's3://assets/1' } };
  const others = { Tree: { type: 'cdk:tree' }, 'data.assets': { type: 'cdk:asset-manifest' } };
  writeFileSync(join(assembly, 'manifest.json'), JSON.stringify({ artifacts: { data: artifact, ...others } }));
  expect(stacksOf(assembly)).toEqual({ data: JSON.stringify(artifact) });
});

test('after a failed deployment the state of the cloud is unknown', () => {
  const state = folder();
  expect(readDeployed(state)).toBeUndefined();
  recordDeployed(state, before);
  expect(readDeployed(state)).toEqual(before);
  forgetDeployed(state);
  expect(readDeployed(state)).toBeUndefined();
});

test('stacks without outputs leave no file for them', () => {
  expect(readOutputs(join(folder(), 'outputs.json'))).toEqual({});
});
