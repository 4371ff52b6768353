import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

/*
 * The test files of a suite run one after the other in a process, and share the modules that they load. A file loads
 * its own modules, and leaves none to later files, if it replaces or reloads modules, starts a cloud or has its own
 * table, because settings and clients of modules depend on these. (Vitest itself forgets after each file what the file
 * had replaced.)
 *
 * No file leaves a variable, a timer, a spy or a global to the next. Mocked AWS clients end with `mockAws`.
 */

const { testPath = '' } = expect.getState();

if (/^vi\.mock\(|vi\.resetModules\(|await startCloud\(|\.useOwnTable\(/m.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
}

const variables = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
