import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';

/** A folder in which each test file of a run records the accesses of functions. */
export const makeTouchedFolder = (): string => mkdtempSync(join(tmpdir(), 'touched-'));

/** Families that functions declare and no test touches, as lines. Those of the endpoint kit are left out. */
const neverTouched = (folder: string): readonly string[] => {
  const touched = new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')));
  const declared = [...CONTRACTS, ...CONSUMERS].flatMap(({ name, touches }) => [
    ...(touches.reads ?? []).map((family) => `${name} reads ${family}`),
    ...(touches.writes ?? []).map((family) => `${name} writes ${family}`),
  ]);
  return declared.filter((line) => !touched.has(line));
};

/** Whether every integration test ran and passed. Only then is an untouched family a finding. */
const ranCompletely = async (project: TestProject): Promise<boolean> => {
  if (project.name !== 'integration') return false;
  const { testFiles } = await project.globTestFiles();
  const files = project.vitest.state.getFiles().filter(({ projectName }) => projectName === project.name);
  return (
    project.vitest.config.testNamePattern === undefined &&
    files.length === testFiles.length &&
    files.every(({ result }) => result?.state === 'pass' || result?.state === 'skip')
  );
};

/**
 * Removes the folder.
 *
 * @throws Error after a complete run in which a function did not touch everything that it declares: its role would have
 * permissions that it does not need.
 */
export const judgeTouched = async (folder: string, project: TestProject): Promise<void> => {
  const lines = (await ranCompletely(project)) ? neverTouched(folder) : [];
  rmSync(folder, { recursive: true });
  if (lines.length > 0) throw new Error(`Declared in touches, but touched by no test:\n${lines.join('\n')}`);
};
