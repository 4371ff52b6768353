import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiDocument } from '#functions/api/openapi-document';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { DEPLOYMENT_OPTIONS, documentOfStage } from '#scripts/openapi/deployment';
import { publishedDocument } from '#scripts/openapi/published-document';
import { writeReleased } from '#scripts/openapi/released';
import { surfaceOf } from '#scripts/openapi/surface';

const USAGE = {
  command: 'npm run openapi',
  does: 'Writes the OpenAPI 3.1 document that GET /v1/openapi.json serves.',
  words: { name: '<file>', help: 'the file to write (default dist/openapi.json)', count: 'at most one' },
  options: {
    published: { help: 'without the operations of administrators and providers: what clients are generated from' },
    ...DEPLOYMENT_OPTIONS,
    release: { help: 'accept the document of today as the released one, with which tests compare every later one' },
  },
} as const;

await runScript(USAGE, ({ words: [given = `${PROJECT_FOLDER}/dist/openapi.json`], options }) => {
  const { published = false, release } = options;
  if (release) {
    const surface = surfaceOf(apiDocument());
    writeReleased(surface);
    console.log(`The API document of today is that of the release ${surface.version}`);
    return;
  }
  const document = documentOfStage(published ? publishedDocument() : apiDocument(), options);
  const file = resolve(given);
  mkdirSync(dirname(file), { recursive: true });
  // Byte for byte what is served.
  writeFileSync(file, JSON.stringify(document));
  console.log(`Wrote the OpenAPI document with ${Object.keys(document.paths).length} paths to ${file}`);
});
