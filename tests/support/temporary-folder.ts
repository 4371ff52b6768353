import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder, removed after the run (`tests/support/setup/temporary-folder.ts`). */
export const temporaryFolder = (name: string): string => mkdtempSync(join(tmpdir(), `${name}-`));
