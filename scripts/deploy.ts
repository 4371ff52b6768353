import { type CommandLine, UsageError } from '#scripts/command-line/usage';
import { type DeployChoices, deployStage } from '#scripts/deploy/deploy-stage';
import { destroyStage } from '#scripts/deploy/destroy-stage';
import { readArtefact } from '#scripts/deploy/promotion';
import { rollBackStage } from '#scripts/deploy/roll-back';
import { stageOnAws } from '#scripts/deploy/stage-on-aws';
import { DEPLOY_USAGE } from '#scripts/deploy/usage';
import { runScript } from '#scripts/local-cloud/run-script';
import { operatorError } from '#scripts/ops/problems';

type Options = CommandLine<typeof DEPLOY_USAGE>['options'];

/** @throws UsageError for options that contradict each other. */
const checkOptions = (options: Options): void => {
  const { destroy, rollback, promote, 'at-once': atOnce, 'allow-data-loss': allowed } = options;
  if (destroy && allowed !== undefined)
    throw new UsageError('--destroy deletes all data: it takes no --allow-data-loss.');
  if (destroy && rollback) throw new UsageError('Choose one of --destroy and --rollback.');
  if ((destroy || rollback) && (promote !== undefined || atOnce))
    throw new UsageError('--promote and --at-once are for deploys only; --rollback always moves traffic at once.');
};

await runScript(DEPLOY_USAGE, async ({ options }) => {
  const { stage, destroy = false, yes = false, 'dry-run': dryRun = false, 'allow-data-loss': allowed } = options;
  if (stage === undefined) throw new UsageError('Name the stage with --stage <stage>.');
  checkOptions(options);
  const { promote, rollback = false, 'at-once': atOnce = false } = options;
  const dataLossAllowed = allowed?.split(',').map((name) => name.trim()) ?? [];
  const promoted = promote === undefined ? undefined : readArtefact(promote);
  const choices: DeployChoices = { dryRun, yes, dataLossAllowed, atOnce, promoted };
  try {
    const deployment = await stageOnAws(stage);
    if (destroy) return await destroyStage(deployment, choices);
    const apiUrl = await (rollback ? rollBackStage(deployment, choices) : deployStage(deployment, choices));
    if (apiUrl !== undefined) console.log(`The API works at ${apiUrl}/v1`);
  } catch (error) {
    throw operatorError(error, stage);
  }
});
