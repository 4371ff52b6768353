import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

/** The CDK's command line. */
export const CDK = join(PROJECT_FOLDER, 'node_modules', 'aws-cdk', 'bin', 'cdk');

/** The app that synthesises the stacks of a stage. */
export const APP = join(PROJECT_FOLDER, 'infra', 'app.ts');

/** How many stacks the CDK changes at the same time, at most. */
export const STACKS_AT_ONCE = 10;

/** Stacks are deployed in parallel, so none can ask for approval. */
const DEPLOY_OPTIONS = [
  '--concurrency',
  String(STACKS_AT_ONCE),
  '--require-approval',
  'never',
  '--progress',
  'events',
  '--no-notices',
];

/** What the app is synthesised for. */
export interface Synthesis {
  /** Where the assembly is written. */
  readonly assemblyFolder: string;
  /** The account of the credentials in use. */
  readonly account: string;
  readonly region: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** The variables by which the CDK's command line tells the app what to synthesise. */
export const synthesisVariables = ({ assemblyFolder, account, region, context }: Synthesis) => ({
  CDK_OUTDIR: assemblyFolder,
  CDK_DEFAULT_ACCOUNT: account,
  CDK_DEFAULT_REGION: region,
  CDK_CONTEXT_JSON: JSON.stringify(context),
});

/** The command that deploys stacks of a synthesised assembly, on a local cloud and on AWS. */
export const deployCommand = (assemblyFolder: string, options: readonly string[]): string[] => [
  ...[CDK, 'deploy', ...options, ...DEPLOY_OPTIONS],
  // What is bundled is not bundled again: `build` is the command that cdk.json runs before a deploy.
  ...['--build', '', '--app', assemblyFolder],
];

/** A stack that was deployed. */
export interface DeployedStack {
  name: string;
  /** Whether anything in it changed. */
  hasChanged: boolean;
  /** The functions with new code. */
  functions: string[];
  /** From when its deployment began. */
  seconds: number;
}

/**
 * Reads the lines of `cdk deploy` and reports each stack as it is done.
 *
 * @param nowMs for tests.
 */
export const stackReader = (
  onStack: (stack: DeployedStack) => void,
  nowMs = () => performance.now(),
): ((line: string) => void) => {
  const builtFor = new Map<string, string[]>();
  const begunAtMs = new Map<string, number>();
  return (line) => {
    const [, owner, built] = /^(\S+): success: Built (\S+)\/Code/.exec(line) ?? [];
    if (owner && built) builtFor.set(owner, [...(builtFor.get(owner) ?? []), built]);
    const [, begun] = /^(\S+): deploying\.\.\./.exec(line) ?? [];
    if (begun) begunAtMs.set(begun, nowMs());
    const [, name, remark] = /✅\s+(\S+)(.*)/.exec(line) ?? [];
    if (!name) return;
    onStack({
      name,
      hasChanged: !remark?.includes('no changes'),
      functions: builtFor.get(name) ?? [],
      seconds: (nowMs() - (begunAtMs.get(name) ?? nowMs())) / 1000,
    });
  };
};
