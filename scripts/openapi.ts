import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiDocument } from '#functions/api/openapi-document';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { documentAt } from '#shared/http/openapi/openapi-servers';

const USAGE = {
  command: 'npm run openapi',
  does: 'Writes the OpenAPI 3.1 document that GET /v1/openapi.json serves.',
  words: { name: '<file>', help: 'the file to write (default dist/openapi.json)', count: 'at most one' },
  options: {
    server: {
      value: '<url>',
      help: 'the URL of the API, without /v1 (default: the server that serves the document)',
    },
  },
} as const;

await runScript(USAGE, ({ words: [given = `${PROJECT_FOLDER}/dist/openapi.json`], options: { server } }) => {
  const file = resolve(given);
  mkdirSync(dirname(file), { recursive: true });
  const document = server === undefined ? apiDocument() : documentAt(apiDocument(), server);
  // Byte for byte what is served.
  writeFileSync(file, JSON.stringify(document));
  console.log(`Wrote the OpenAPI document with ${Object.keys(document.paths).length} paths to ${file}`);
});
