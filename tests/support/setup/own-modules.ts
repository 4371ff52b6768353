import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

/*
 * The files of a suite share the modules that they load. One that replaces modules, loads some again or starts a cloud
 * of its own, which settings and clients of modules then belong to, loads its own from the start and leaves none of them
 * to those that follow. (Vitest itself forgets after each file what it had replaced.)
 */

const { testPath = '' } = expect.getState();

if (/^vi\.mock\(|vi\.resetModules\(|await startCloud\(/m.test(readFileSync(testPath, 'utf8'))) {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
}
