import { runScript } from '#scripts/local-cloud/run-script';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { atStage } from '#scripts/ops/stage-effects';

await runScript(OPS_USAGE, async ({ options, words }) => {
  console.log(await atStage(options.stage, opsCommand(words, options)));
});
// Connections that the client keeps open would keep the process running.
process.exit();
