import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the run a temporary folder of its own, in which its tests and every program that they start make theirs, and
 * removes it after the run.
 */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env['TMPDIR'] = folder;
  // A program that a test has just ended may still be writing.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
