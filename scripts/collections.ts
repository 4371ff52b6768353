import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpFiles } from '#scripts/collections/http-files';
import { postmanCollection } from '#scripts/collections/postman';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run collections',
  does: 'Writes the API as a Postman collection, and as .http files for editors, into dist/.',
} as const;

await runScript(USAGE, () => {
  const files = { 'postman/kyb.postman_collection.json': JSON.stringify(postmanCollection(), null, 2) };
  const requests = Object.entries(httpFiles()).map(([name, text]) => [`http/${name}`, text] as const);
  for (const folder of ['postman', 'http']) {
    rmSync(join(PROJECT_FOLDER, 'dist', folder), { recursive: true, force: true });
    mkdirSync(join(PROJECT_FOLDER, 'dist', folder), { recursive: true });
  }
  for (const [name, text] of [...Object.entries(files), ...requests]) {
    writeFileSync(join(PROJECT_FOLDER, 'dist', name), text);
  }
  console.log(`Wrote dist/postman/kyb.postman_collection.json and ${requests.length} files in dist/http`);
});
