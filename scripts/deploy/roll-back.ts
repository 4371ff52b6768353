import { join } from 'node:path';
import { UserError } from '#scripts/local-cloud/user-error';
import { readAssembly } from './assembly.ts';
import { agreeTo, type ChangeChoices, changeStage, emptyFolder, planChange } from './change-stage.ts';
import { isNothing, type PresentStack, planOf } from './plan.ts';
import { releaseLabel, writeAssembly } from './release.ts';
import type { StageDeployment } from './stage-deployment.ts';

/** The releases of a stage from the latest, each with its assembly in a folder and whether these stacks are its. */
async function* releasesOf({ folder, releases }: StageDeployment, present: readonly PresentStack[]) {
  for (const id of await releases.list()) {
    const release = await releases.load(id);
    const assemblyFolder = emptyFolder(join(folder, 'release.out'));
    writeAssembly(release, assemblyFolder);
    const isRunning = isNothing(planOf(present, readAssembly(assemblyFolder).stacks));
    yield { id, release, assemblyFolder, isRunning };
  }
}

/** Whether a stage with these stacks runs its latest release. */
export const runsLatestRelease = async (
  deployment: StageDeployment,
  present: readonly PresentStack[],
): Promise<boolean> => {
  for await (const { isRunning } of releasesOf(deployment, present)) return isRunning;
  return false;
};

/**
 * Returns a stage to its latest release after a deploy that failed, which is none. All traffic moves at once.
 *
 * @returns what came of it, as the last lines of the deploy's message.
 */
export const restoreRelease = async (deployment: StageDeployment): Promise<string> => {
  const { say, stage } = deployment;
  const again = `npm run deploy -- --stage ${stage.stage} --rollback`;
  const choices: ChangeChoices = { dryRun: false, yes: true, atOnce: true, dataLossAllowed: [] };
  try {
    for await (const { release, assemblyFolder, isRunning } of releasesOf(deployment, await deployment.stacks.list())) {
      const label = releaseLabel(release);
      if (isRunning) return `The stage runs the release before: ${label}.`;
      say(`That failed. Back to the release before: ${label}`);
      await changeStage(await planChange(assemblyFolder, deployment, choices), assemblyFolder, deployment);
      return `The stage runs the release before again: ${label}.`;
    }
    return 'There is no release before to return to.';
  } catch (error) {
    return `The stage could not return to the release before: ${(error as Error).message}\nTry it again: ${again}`;
  }
};

/**
 * Returns a stage to the latest release that it does not run. All traffic moves at once. Later releases are forgotten,
 * so that a repetition goes one further back.
 *
 * @returns the public address of the API, without `/v1`; undefined after a dry run.
 * @throws UserError when there is none, and as `deployStage` does.
 */
export const rollBackStage = async (
  deployment: StageDeployment,
  chosen: ChangeChoices,
): Promise<string | undefined> => {
  const { say, releases, stage } = deployment;
  const choices = { ...chosen, atOnce: true };
  const later: string[] = [];
  for await (const { id, release, assemblyFolder, isRunning } of releasesOf(
    deployment,
    await deployment.stacks.list(),
  )) {
    if (isRunning) {
      later.push(id);
      continue;
    }
    say(`Back to the release of ${releaseLabel(release)}`);
    const plan = await planChange(assemblyFolder, deployment, choices);
    if (choices.dryRun) return;
    await agreeTo(plan, deployment, choices);
    // Before the change, so that a repetition after a failure has the same aim.
    await releases.remove(later);
    return changeStage(plan, assemblyFolder, deployment);
  }
  throw new UserError(`The stage ${stage.stage} has no release before the one that it runs.`);
};
