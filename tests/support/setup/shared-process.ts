import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

/*
 * The files of a suite run one after the other in a process, and share the modules that they load. A file that replaces
 * modules, loads some again or starts a cloud or has a table of its own, which settings and clients of modules then belong to, loads its
 * own from the start and leaves none of them to those that follow. (Vitest itself forgets after each file what it had
 * replaced.)
 *
 * No file leaves a variable, a timer, a spy or a global to the next; mocked clients of AWS end with `mockAws`.
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
