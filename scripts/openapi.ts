import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CONTRACTS } from '#functions/api/contracts';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { openApiDocument } from '#shared/http/openapi';

const file = resolve(process.argv[2] ?? `${PROJECT_FOLDER}/dist/openapi.json`);
mkdirSync(dirname(file), { recursive: true });
const document = openApiDocument(CONTRACTS);
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`Wrote the OpenAPI document of ${Object.keys(document.paths).length} paths to ${file}`);
