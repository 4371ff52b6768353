import { runTool } from '#scripts/command-line/tool';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run check',
  does: 'Checks types, lint, format, import rules, dead exports, the API document; ends at the first that finds something.',
} as const;

const CHECKS: readonly (readonly [tool: string, ...args: string[]])[] = [
  ['tsc'],
  ['tsc', '-p', 'web'],
  ['tsc', '-p', 'client'],
  ['biome', 'check', '--error-on-warnings'],
  ['node', 'scripts/check-imports.ts'],
  ['knip'],
  ['node', 'scripts/check-openapi.ts'],
];

await runScript(USAGE, async () => {
  for (const [tool, ...args] of CHECKS) {
    const status = await runTool(tool, args);
    if (status === 0) continue;
    process.exitCode = status;
    return;
  }
});
