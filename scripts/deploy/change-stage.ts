import { mkdirSync, rmSync } from 'node:fs';
import { resourceName } from '#infra/names';
import { isEdgeOnly, type StageConfig } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import { readAssembly } from './assembly.ts';
import { moveAtOnce } from './at-once.ts';
import { deployCommand, stackReader } from './cdk.ts';
import { confirm } from './confirm.ts';
import { checkEdgeSecret, checkSentSecret } from './edge-secret.ts';
import { isNothing, type Plan, planOf, planText } from './plan.ts';
import { hastyAliases, shiftedAliases } from './shifts.ts';
import { answeredPastEdge, smoke } from './smoke.ts';
import type { StageDeployment } from './stage-deployment.ts';
import { NO_TEMPLATE } from './template.ts';

/** What the person who changes a stage has decided beforehand. */
export interface ChangeChoices {
  /** Ends after showing the changes. */
  readonly dryRun: boolean;
  /** Does not ask. */
  readonly yes: boolean;
  /** What may be deleted or replaced together with its data, by the names that the changes show. */
  readonly dataLossAllowed: readonly string[];
  /** Moves all traffic at once, without watching alarms, on a stage that shifts it. */
  readonly atOnce?: boolean;
}

/**
 * Refuses a plan that CloudFormation would fail on, or that loses data of a protected stage which was not named.
 *
 * @throws UserError with the problems, or with the option that names the data.
 */
export const checkPlan = (
  { problems, losses, queueSteps }: Pick<Plan, 'problems' | 'losses' | 'queueSteps'>,
  { stage }: { readonly stage: Pick<StageConfig, 'stage' | 'protectData'> },
  choices: Pick<ChangeChoices, 'dataLossAllowed'>,
): void => {
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  const refused = losses.filter((name) => !choices.dataLossAllowed.includes(name));
  if (stage.protectData && refused.length > 0)
    throw new UserError(
      [
        `Stage ${stage.stage} keeps its data, and this deploy would delete or replace ${refused.join(', ')}. If that is ` +
          `meant, and their data is saved or not needed: --allow-data-loss ${losses.join(',')}`,
        ...queueSteps,
      ].join('\n'),
    );
};

/** @throws UserError unless the account's bootstrap stack can deploy the assembly, in each region. */
const checkBootstrap = async (
  versions: ReadonlyMap<string, number>,
  { stage, stacks }: Pick<StageDeployment, 'stage' | 'stacks'>,
): Promise<void> => {
  if (stage.deployWith === 'callerCredentials') return;
  for (const [region, needed] of versions) {
    const version = needed === 0 ? 0 : await stacks.bootstrapVersion(region);
    if (version !== undefined && version >= needed) continue;
    const found = version === undefined ? 'is not bootstrapped' : `has version ${version} of the bootstrap stack`;
    throw new UserError(
      `The account ${found} in ${region}, and deploying needs version ${needed}. Run: npx cdk bootstrap ` +
        `--context stage=${stage.stage}`,
    );
  }
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

/** An empty folder for an assembly. */
export const emptyFolder = (folder: string): string => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

/**
 * Shows what an assembly changes, and lets traffic move at once where it has to. Changes nothing.
 *
 * @throws UserError when it cannot or must not be deployed.
 */
export const planChange = async (
  assemblyFolder: string,
  deployment: StageDeployment,
  choices: ChangeChoices,
): Promise<Plan> => {
  const { stage, say, stacks } = deployment;
  const assembly = readAssembly(assemblyFolder);
  await checkBootstrap(assembly.bootstrapVersions, deployment);
  await checkEdgeSecret(stage, deployment.edgeSecrets);
  const present = await stacks.list();
  checkSentSecret(stage, present);
  const plan = planOf(present, assembly.stacks);
  say(planText(plan));
  checkPlan(plan, deployment, choices);
  const before = new Map(present.map(({ name, template }) => [name, template]));
  moveAtOnce(assemblyFolder, assembly, (name, template) => {
    if (choices.atOnce) return shiftedAliases(template);
    const aliases = hastyAliases(before.get(name) ?? NO_TEMPLATE, template);
    if (aliases.length > 0) say(`  ${name}: at once, because permissions are taken away: ${aliases.join(', ')}`);
    return aliases;
  });
  return plan;
};

/** @throws UserError when nobody agrees to the change. */
export const agreeTo = async (plan: Plan, deployment: StageDeployment, { yes }: ChangeChoices): Promise<void> => {
  if (!isNothing(plan) && !yes) await confirm(`Deploy this to the stage ${deployment.stage.stage}?`, 'yes', deployment);
};

/** The addresses of a stage's API, without `/v1`: the public one, and API Gateway's own. */
const addressesOf = async ({ stage: { stage, region }, stacks }: StageDeployment) => {
  const name = resourceName(stage, 'api');
  const { ApiUrl, ApiId } = (await stacks.list()).find((stack) => stack.name === name)?.outputs ?? {};
  if (ApiUrl === undefined) throw new UserError(`The stack ${name} has no output ApiUrl.`);
  return { apiUrl: ApiUrl, directUrl: `https://${ApiId}.execute-api.${region}.amazonaws.com` };
};

/**
 * Changes a stage to what an assembly describes, and calls its API.
 *
 * @returns the public address of the API, without `/v1`.
 * @throws UserError stating what failed and why, or what does not work.
 */
export const changeStage = async (plan: Plan, assemblyFolder: string, deployment: StageDeployment): Promise<string> => {
  const { say } = deployment;
  if (!isNothing(plan)) {
    const startedAtMs = Date.now();
    try {
      await carryOut(plan, assemblyFolder, deployment);
    } catch (error) {
      throw await explained(error, startedAtMs, deployment);
    }
    say(`Deployed in ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s.`);
  }
  const { stage } = deployment.stage;
  const { apiUrl, directUrl } = await addressesOf(deployment);
  const broken = [
    ...(await smoke(apiUrl, stage, deployment.smoke)),
    ...(isEdgeOnly(deployment.stage) ? await answeredPastEdge(directUrl, deployment.smoke) : []),
  ];
  if (broken.length > 0)
    throw new UserError(
      [
        `The stage ${stage} is deployed and does not work at ${apiUrl}:`,
        ...broken,
        'Look at the logs of the functions.',
      ].join('\n'),
    );
  return apiUrl;
};
