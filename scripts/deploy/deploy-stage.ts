import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import { readAssembly } from './assembly.ts';
import { deployCommand, stackReader } from './cdk.ts';
import { confirm } from './confirm.ts';
import { isNothing, type Plan, planOf, planText } from './plan.ts';
import { smoke } from './smoke.ts';
import type { StageDeployment } from './stage-deployment.ts';
import { unreachedRecipients } from './unreached.ts';

/** What the person who deploys has decided beforehand. */
export interface DeployChoices {
  /** Ends after showing the changes. */
  readonly dryRun: boolean;
  /** Does not ask. */
  readonly yes: boolean;
  /** What may be deleted or replaced together with its data, by the names that the changes show. */
  readonly dataLossAllowed: readonly string[];
}

/**
 * Refuses a plan that CloudFormation would fail on, or that loses data of a protected stage which was not named.
 *
 * @throws UserError with the problems, or with the option that names the data.
 */
export const checkPlan = (
  { problems, losses }: Pick<Plan, 'problems' | 'losses'>,
  { stage }: { readonly stage: Pick<StageConfig, 'stage' | 'protectData'> },
  choices: Pick<DeployChoices, 'dataLossAllowed'>,
): void => {
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  const refused = losses.filter((name) => !choices.dataLossAllowed.includes(name));
  if (stage.protectData && refused.length > 0)
    throw new UserError(
      `Stage ${stage.stage} keeps its data, and this deploy would delete or replace ${refused.join(', ')}. If that is ` +
        `meant, and their data is saved or not needed: --allow-data-loss ${losses.join(',')}`,
    );
};

/** @throws UserError unless the account's bootstrap stack can deploy the assembly. */
const checkBootstrap = async (needed: number, { stage, stacks }: StageDeployment): Promise<void> => {
  if (stage.deployWith === 'callerCredentials' || needed === 0) return;
  const version = await stacks.bootstrapVersion();
  if (version !== undefined && version >= needed) return;
  const found = version === undefined ? 'is not bootstrapped' : `has version ${version} of the bootstrap stack`;
  throw new UserError(
    `The account ${found} in ${stage.region}, and deploying needs version ${needed}. Run: npx cdk bootstrap ` +
      `--context stage=${stage.stage}`,
  );
};

/** What to do after a failed deploy, by what it left. */
const adviceOn = (status: string): string => {
  if (status.startsWith('UPDATE_ROLLBACK_COMPLETE')) return 'runs what it ran before';
  if (/^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED)$/.test(status))
    return 'was never complete; the next deploy removes what is left';
  return `is in the status ${status}`;
};

/** The error of a failed `cdk deploy`, with what CloudFormation says about it. */
const explained = async (error: unknown, sinceMs: number, { stacks }: StageDeployment): Promise<unknown> => {
  const failed = (await stacks.list()).filter(({ status }) => /FAILED|ROLLBACK/.test(status));
  const reports = await Promise.all(
    failed.map(async ({ name, status }) => {
      const failures = await stacks.failuresOf(name, sinceMs);
      return failures.length === 0
        ? []
        : [
            ...failures.map(({ logicalId, type, reason }) => `${name}: ${logicalId} (${type}): ${reason}`),
            `${name} ${adviceOn(status)}.`,
          ];
    }),
  );
  const lines = reports.flat();
  if (lines.length === 0 || !(error instanceof UserError)) return error;
  const log = error.message.split('\n').at(-1);
  return new UserError([...lines, 'Mend the cause, then run the same command again.', log].join('\n'));
};

const carryOut = async (plan: Plan, assemblyFolder: string, deployment: StageDeployment): Promise<void> => {
  const { stacks, runCdk, say } = deployment;
  const removed = new Set(plan.removed.map(({ stack }) => stack));
  const changing = new Set(plan.changes.map(({ stack }) => stack));
  const remove = async (stack: string): Promise<void> => {
    const startedAtMs = performance.now();
    await stacks.remove(stack);
    say(`  ${stack} removed (${((performance.now() - startedAtMs) / 1000).toFixed(0)} s)`);
  };
  const onLine = stackReader(({ name, hasChanged, seconds }) => {
    if (hasChanged && changing.has(name)) say(`  ${name} (${seconds.toFixed(0)} s)`);
  });
  const deploy = (...which: string[]): Promise<void> =>
    runCdk(
      deployCommand(assemblyFolder, [...which, ...(plan.mayAdopt ? ['--import-existing-resources'] : [])]),
      onLine,
    );
  // One after another, because a stack that others import from is deleted after them.
  for (const stack of plan.failed) await remove(stack);
  for (const stack of plan.early) await (removed.has(stack) ? remove(stack) : deploy(stack, '--exclusively'));
  if (plan.changes.some(({ stack }) => !plan.early.includes(stack))) await deploy('--all');
  for (const stack of plan.late) await remove(stack);
};

/**
 * Deploys a stage: shows what changes, asks, deploys the stacks in an order that CloudFormation accepts, and tries the
 * result.
 *
 * @returns the public address of the API, without `/v1`; undefined after a dry run.
 * @throws UserError stating what is in the way, what failed and why, and what to do.
 */
export const deployStage = async (deployment: StageDeployment, choices: DeployChoices): Promise<string | undefined> => {
  const { stage, folder, say, stacks } = deployment;
  const assemblyFolder = join(folder, 'cdk.out');
  mkdirSync(folder, { recursive: true });
  rmSync(assemblyFolder, { recursive: true, force: true });
  await deployment.synthesise(assemblyFolder);
  const assembly = readAssembly(assemblyFolder);
  await checkBootstrap(assembly.bootstrapVersion, deployment);

  const plan = planOf(await stacks.list(), assembly.stacks);
  say(planText(plan));
  checkPlan(plan, deployment, choices);
  if (choices.dryRun) return;

  if (!isNothing(plan)) {
    if (!choices.yes) await confirm(`Deploy this to the stage ${stage.stage}?`, 'yes', deployment);
    const startedAtMs = Date.now();
    try {
      await carryOut(plan, assemblyFolder, deployment);
    } catch (error) {
      throw await explained(error, startedAtMs, deployment);
    }
    say(`Deployed in ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s.`);
  }
  const outputs = (await stacks.list()).find(({ name }) => name === resourceName(stage.stage, 'api'))?.outputs;
  const apiUrl = outputs?.['ApiUrl'];
  if (apiUrl === undefined) throw new UserError(`The stack ${resourceName(stage.stage, 'api')} has no output ApiUrl.`);
  const broken = await smoke(apiUrl, stage.stage, deployment.smoke);
  if (broken.length > 0)
    throw new UserError(
      [
        `The stage ${stage.stage} is deployed and does not work at ${apiUrl}:`,
        ...broken,
        'Look at the logs of the functions, or deploy the last good commit.',
      ].join('\n'),
    );
  for (const line of await unreachedRecipients(deployment)) say(line);
  return apiUrl;
};
