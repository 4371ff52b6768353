import { UsageError } from '#scripts/command-line/usage';
import { deployStage } from '#scripts/deploy/deploy-stage';
import { destroyStage } from '#scripts/deploy/destroy-stage';
import { stageOnAws } from '#scripts/deploy/stage-on-aws';
import { DEPLOY_USAGE } from '#scripts/deploy/usage';
import { runScript } from '#scripts/local-cloud/run-script';
import { operatorError } from '#scripts/ops/problems';

await runScript(DEPLOY_USAGE, async ({ options }) => {
  const { stage, destroy = false, yes = false, 'dry-run': dryRun = false, 'allow-data-loss': allowed } = options;
  if (stage === undefined) throw new UsageError('Name the stage with --stage <stage>.');
  if (destroy && allowed !== undefined)
    throw new UsageError('--destroy deletes all data: it takes no --allow-data-loss.');
  try {
    const deployment = await stageOnAws(stage);
    if (destroy) return await destroyStage(deployment, { dryRun, yes });
    const dataLossAllowed = allowed?.split(',').map((name) => name.trim()) ?? [];
    const apiUrl = await deployStage(deployment, { dryRun, yes, dataLossAllowed });
    if (apiUrl !== undefined) console.log(`The API works at ${apiUrl}/v1`);
  } catch (error) {
    throw operatorError(error, stage);
  }
});
