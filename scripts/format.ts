import { runTool } from '#scripts/command-line/tool';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run fmt',
  does: 'Formats the sources and applies safe fixes.',
  words: { name: '<file>', help: 'files or folders (default: all)', count: 'any' },
} as const;

await runScript(USAGE, async ({ words }) => {
  process.exitCode = await runTool('biome', ['check', '--write', ...words]);
});
