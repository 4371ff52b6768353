import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * The stacks of a cloud assembly. Each entry contains the hash of its template, which contains the hashes of its code.
 */
const Assembly = v.object({
  artifacts: v.record(v.string(), v.looseObject({ type: v.string() })),
});

const Outputs = v.record(v.string(), v.record(v.string(), v.string()));

const Deployed = v.object({
  /** What each stack was deployed from, by its name. */
  stacks: v.record(v.string(), v.string()),
  outputs: Outputs,
});

/** The outputs of stacks, by stack name. */
export type StackOutputs = v.InferOutput<typeof Outputs>;

/** What the last complete deployment left in a cloud. */
export type Deployed = v.InferOutput<typeof Deployed>;

const parse = <Schema extends v.GenericSchema>(schema: Schema, file: string): v.InferOutput<Schema> =>
  v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));

const recordOf = (folder: string): string => join(folder, 'deployed.json');

/** A text for each stack of a synthesised assembly, by its name. Equal texts deploy equal stacks. */
export const stacksOf = (assemblyFolder: string): Deployed['stacks'] => {
  const { artifacts } = parse(Assembly, join(assemblyFolder, 'manifest.json'));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  return Object.fromEntries(stacks.map(([name, artifact]) => [name, JSON.stringify(artifact)]));
};

/**
 * The stacks to deploy after an edit: all of them if the edit adds or removes one.
 *
 * @param before what the cloud holds; undefined when that is unknown, or nothing.
 */
export const stacksToDeploy = (after: Deployed['stacks'], before: Deployed | undefined): 'all' | string[] => {
  const names = Object.keys(after);
  const isSameSet =
    before && names.length === Object.keys(before.stacks).length && names.every((name) => name in before.stacks);
  return isSameSet ? names.filter((name) => after[name] !== before.stacks[name]) : 'all';
};

/** The outputs of the stacks that `cdk deploy` deployed. It writes no file when none of them has any. */
export const readOutputs = (file: string): StackOutputs => (existsSync(file) ? parse(Outputs, file) : {});

/** What the last deployment with files in this folder left; undefined when it failed, or there was none. */
export const readDeployed = (folder: string): Deployed | undefined =>
  existsSync(recordOf(folder)) ? parse(Deployed, recordOf(folder)) : undefined;

/** Records a complete deployment. */
export const recordDeployed = (folder: string, deployed: Deployed): void =>
  writeFileSync(recordOf(folder), JSON.stringify(deployed));

/**
 * Forgets what was deployed, before anything changes, so that after a failure the next deployment checks every stack.
 */
export const forgetDeployed = (folder: string): void => rmSync(recordOf(folder), { force: true });
