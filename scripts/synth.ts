import { runTool } from '#scripts/command-line/tool';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run synth',
  does: 'Writes the CloudFormation templates of a stage to cdk.out/.',
  options: { stage: { value: '<name>', help: 'a stage in infra/stages.ts (default local)' } },
} as const;

await runScript(USAGE, async ({ options: { stage = 'local' } }) => {
  process.exitCode = await runTool('cdk', ['synth', '--quiet', '--context', `stage=${stage}`]);
});
