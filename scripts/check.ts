import { captureTool } from '#scripts/command-line/tool';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run check',
  does: 'Checks types, lint, format, import rules, dead exports, the API document: all at once.',
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
  const running = CHECKS.map(([tool, ...args]) => captureTool(tool, args));
  for (const check of running) {
    const { status, output } = await check;
    process.stdout.write(output);
    process.exitCode ||= status;
  }
});
