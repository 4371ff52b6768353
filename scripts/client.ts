import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '#scripts/client/build';
import { clientSources } from '#scripts/client/sources';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';

const USAGE = {
  command: 'npm run client',
  does: 'Writes the generated sources of the TypeScript client, and builds the package into dist/client.',
} as const;

await runScript(USAGE, async () => {
  for (const [file, source] of Object.entries(clientSources())) writeFileSync(join(PROJECT_FOLDER, file), source);
  await buildClient(join(PROJECT_FOLDER, 'dist/client'));
  console.log('Built dist/client. Pack it with `npm pack ./dist/client --pack-destination dist`.');
});
