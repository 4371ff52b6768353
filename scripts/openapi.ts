import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiDocument } from '#functions/api/openapi-document';
import { stageConfig } from '#infra/stages';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';
import { publishedDocument } from '#scripts/openapi/published-document';
import { writeReleased } from '#scripts/openapi/released';
import { surfaceOf } from '#scripts/openapi/surface';
import { type Deployment, documentAt } from '#shared/http/openapi/openapi-servers';

const USAGE = {
  command: 'npm run openapi',
  does: 'Writes the OpenAPI 3.1 document that GET /v1/openapi.json serves.',
  words: { name: '<file>', help: 'the file to write (default dist/openapi.json)', count: 'at most one' },
  options: {
    published: { help: 'without the operations of administrators and providers: what clients are generated from' },
    stage: {
      value: '<name>',
      help: 'a stage in infra/stages.ts, whose address and support address the document names (default: no stage)',
    },
    server: {
      value: '<url>',
      help: 'the URL of the API of the stage, without /v1 (default: its apiUrl in infra/stages.ts)',
    },
    release: { help: 'accept the document of today as the released one, with which tests compare every later one' },
  },
} as const;

/** @throws UserError when there is no such stage, or its address is unknown. */
const deploymentOf = (stage: string, server: string | undefined): Deployment => {
  try {
    const { apiUrl, supportEmail } = stageConfig(stage, { rateLimitScale: undefined, apiUrl: server });
    if (apiUrl !== undefined) return { url: apiUrl, supportEmail };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
  throw new UserError(`The stage ${stage} has no apiUrl in infra/stages.ts: name its URL with --server <url>.`);
};

await runScript(USAGE, ({ words: [given = `${PROJECT_FOLDER}/dist/openapi.json`], options }) => {
  const { published = false, stage, server, release } = options;
  if (release) {
    const surface = surfaceOf(apiDocument());
    writeReleased(surface);
    console.log(`The API document of today is that of the release ${surface.version}`);
    return;
  }
  if (server !== undefined && stage === undefined)
    throw new UserError('Name the stage of the server with --stage <name>.');
  const whole = published ? publishedDocument() : apiDocument();
  const document = stage === undefined ? whole : documentAt(whole, deploymentOf(stage, server));
  const file = resolve(given);
  mkdirSync(dirname(file), { recursive: true });
  // Byte for byte what is served.
  writeFileSync(file, JSON.stringify(document));
  console.log(`Wrote the OpenAPI document with ${Object.keys(document.paths).length} paths to ${file}`);
});
