import { globSync, readFileSync } from 'node:fs';
import { refusedImports } from './imports/refused.ts';
import { runScript } from './local-cloud/run-script.ts';

const USAGE = {
  command: 'node scripts/check-imports.ts',
  does: 'Checks that every import is one that scripts/imports/table.ts allows.',
} as const;

await runScript(USAGE, () => {
  const files = globSync('{client,functions,infra,scripts,shared,tests,web}/**/*.{ts,tsx,mjs}', {
    exclude: ['**/node_modules/**'],
  });
  for (const { file, specifier, reason } of files.flatMap((file) => refusedImports(file, readFileSync(file, 'utf8')))) {
    console.error(`${file}: ${specifier}: ${reason}`);
    process.exitCode = 1;
  }
});
