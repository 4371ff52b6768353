import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiDocument } from '#functions/api/openapi-document';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { writeReleased } from '#scripts/openapi/released';
import { surfaceOf } from '#scripts/openapi/surface';
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
    release: { help: 'accept the document of today as the released one, with which tests compare every later one' },
  },
} as const;

await runScript(USAGE, ({ words: [given = `${PROJECT_FOLDER}/dist/openapi.json`], options: { server, release } }) => {
  if (release) {
    const surface = surfaceOf(apiDocument());
    writeReleased(surface);
    console.log(`The API document of today is that of the release ${surface.version}`);
    return;
  }
  const file = resolve(given);
  mkdirSync(dirname(file), { recursive: true });
  const document = server === undefined ? apiDocument() : documentAt(apiDocument(), server);
  // Byte for byte what is served.
  writeFileSync(file, JSON.stringify(document));
  console.log(`Wrote the OpenAPI document with ${Object.keys(document.paths).length} paths to ${file}`);
});
