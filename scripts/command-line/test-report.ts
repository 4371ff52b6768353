import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';

/** Writes what was tested without vitest in the form of its reports, so that it is counted with them. */
export const writeTestReport = (
  name: string,
  { passed, failed }: { readonly passed: number; readonly failed: number },
): void => {
  const folder = join(STATE_FOLDER, 'reports');
  mkdirSync(folder, { recursive: true });
  const counts = { numPassedTests: passed, numFailedTests: failed, testResults: [] };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(counts));
};
