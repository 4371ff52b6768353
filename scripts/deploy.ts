import { UsageError } from '#scripts/command-line/usage';
import { deployStage } from '#scripts/deploy/deploy-stage';
import { destroyStage } from '#scripts/deploy/destroy-stage';
import { stageOnAws } from '#scripts/deploy/stage-on-aws';
import { runScript } from '#scripts/local-cloud/run-script';
import { operatorError } from '#scripts/ops/problems';

const USAGE = {
  command: 'npm run deploy',
  does: `Deploys a stage to its AWS account: checks account, region and bootstrap, bundles, shows what changes, is replaced or is
deleted, asks, deploys, and calls the API. A deploy that failed is repeated with the same command.`,
  options: {
    stage: { value: '<stage>', help: 'a stage on AWS in infra/stages.ts; always needed' },
    'dry-run': { help: 'ends after showing what would change' },
    yes: { short: 'y', help: 'does not ask, for pipelines' },
    'allow-data-loss': {
      value: '<names>',
      help: 'what may be deleted or replaced with its data, comma separated, by the names that are shown',
    },
    destroy: { help: 'deletes the stage with its data instead; refused where data is protected' },
  },
} as const;

await runScript(USAGE, async ({ options }) => {
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
