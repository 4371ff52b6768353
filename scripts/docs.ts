import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '#functions/api/openapi-document';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { DEPLOYMENT_OPTIONS, documentOfStage } from '#scripts/openapi/deployment';
import { docsFiles } from '#web/docs-assets';

const USAGE = {
  command: 'npm run docs',
  does: 'Writes the API reference as static files for any web server to dist/docs/. Requests can be tried only where the API itself serves it.',
  options: DEPLOYMENT_OPTIONS,
} as const;

await runScript(USAGE, ({ options }) => {
  const folder = join(PROJECT_FOLDER, 'dist', 'docs');
  const files = { ...docsFiles(), 'openapi.json': JSON.stringify(documentOfStage(apiDocument(), options)) };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  console.log(`Wrote the API reference to ${folder}: ${Object.keys(files).join(', ')}`);
});
