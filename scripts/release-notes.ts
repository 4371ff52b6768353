import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';
import { releaseNotes } from './release-notes/notes.ts';

const USAGE = {
  command: 'npm run release-notes',
  does: `Prints what CHANGELOG.md says about the version of package.json, for its release; nothing while that version has no
date there.`,
} as const;

const textOf = (file: string): string => readFileSync(join(PROJECT_FOLDER, file), 'utf8');

await runScript(USAGE, () => {
  const { version } = JSON.parse(textOf('package.json'));
  const notes = releaseNotes(textOf('CHANGELOG.md'), version);
  if (notes === undefined) throw new UserError(`CHANGELOG.md has no section of the version ${version}.`);
  process.stdout.write(notes);
});
