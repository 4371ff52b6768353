import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CONTRACTS } from '#functions/api/contracts';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { openApiDocument } from '#shared/http/openapi';

const USAGE = {
  command: 'npm run openapi',
  does: 'Writes the OpenAPI 3.1 document that GET /v1/openapi.json serves.',
  words: { name: '<file>', help: 'where to; by default dist/openapi.json', count: 'at most one' },
} as const;

await runScript(USAGE, ({ words: [given = `${PROJECT_FOLDER}/dist/openapi.json`] }) => {
  const file = resolve(given);
  mkdirSync(dirname(file), { recursive: true });
  const document = openApiDocument(CONTRACTS);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`Wrote the OpenAPI document of ${Object.keys(document.paths).length} paths to ${file}`);
});
