import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#scripts/local-cloud/user-error';
import { readAssembly } from './assembly.ts';
import { agreeTo, type ChangeChoices, changeStage, emptyFolder, planChange } from './change-stage.ts';
import { ARTEFACT_FILE, type Artefact, bundlesOf, checkPromotion } from './promotion.ts';
import { assemblyFiles } from './release.ts';
import { restoreRelease, runsLatestRelease } from './roll-back.ts';
import type { StageDeployment } from './stage-deployment.ts';
import { unreachedRecipients } from './unreached.ts';

/** What the person who deploys has decided beforehand. */
export interface DeployChoices extends ChangeChoices {
  /** What another stage has run: nothing else is deployed. */
  readonly promoted?: Artefact | undefined;
}

/**
 * Deploys a stage: shows what changes, asks, deploys the stacks in an order that CloudFormation accepts, and tries the
 * result. Where traffic is shifted, a failure is followed by the return to the latest release.
 *
 * @returns the public address of the API, without `/v1`; undefined after a dry run.
 * @throws UserError stating what is in the way, what failed and why, and what to do.
 */
export const deployStage = async (deployment: StageDeployment, choices: DeployChoices): Promise<string | undefined> => {
  const { stage, folder, releases, commit, stacks } = deployment;
  const assemblyFolder = emptyFolder(join(folder, 'cdk.out'));
  await deployment.synthesise(assemblyFolder);
  if (choices.promoted) checkPromotion(choices.promoted, readAssembly(assemblyFolder).stacks, stage.stage);
  const plan = await planChange(assemblyFolder, deployment, choices);
  if (choices.dryRun) return;
  await agreeTo(plan, deployment, choices);
  let apiUrl: string;
  try {
    apiUrl = await changeStage(plan, assemblyFolder, deployment);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const next =
      stage.trafficShift === undefined
        ? `To return to the latest release: npm run deploy -- --stage ${stage.stage} --rollback`
        : await restoreRelease(deployment);
    throw new UserError(`${error.message}\n${next}`);
  }
  const present = await stacks.list();
  if (!(await runsLatestRelease(deployment, present)))
    await releases.save({ commit, deployedAt: deployment.now(), files: assemblyFiles(assemblyFolder) });
  const artefact: Artefact = { stage: stage.stage, commit, bundles: bundlesOf(present, stage.stage) };
  writeFileSync(join(folder, ARTEFACT_FILE), `${JSON.stringify(artefact, null, 2)}\n`);
  for (const line of await unreachedRecipients(deployment)) deployment.say(line);
  return apiUrl;
};
