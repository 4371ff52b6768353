import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '#functions/api/openapi-document';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import { docsFiles } from '#web/docs-assets';

const USAGE = {
  command: 'npm run docs',
  does: 'Writes the API reference as static files for any web server to dist/docs/. Requests can be tried only where the API itself serves it.',
  options: {
    server: {
      value: '<url>',
      help: 'the URL of the API, without /v1 (default: the server that serves the files)',
    },
  },
} as const;

await runScript(USAGE, ({ options: { server } }) => {
  const folder = join(PROJECT_FOLDER, 'dist', 'docs');
  const document = server === undefined ? apiDocument() : documentAt(apiDocument(), server);
  const files = { ...docsFiles(), 'openapi.json': JSON.stringify(document) };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  console.log(`Wrote the API reference to ${folder}: ${Object.keys(files).join(', ')}`);
});
