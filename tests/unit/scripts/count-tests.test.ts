import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder';

let reports: string;
beforeEach(() => {
  reports = temporaryFolder('reports');
});

const report = (name: string, numPassedTests: number, numFailedTests: number, testResults: object[] = []): void =>
  writeFileSync(join(reports, name), JSON.stringify({ numPassedTests, numFailedTests, testResults }));

const count = (exitStatus: number): string =>
  execFileSync(process.execPath, ['scripts/count-tests.mjs', String(exitStatus), reports], { encoding: 'utf8' });

test('the tests of all reports are added up', () => {
  report('all.json', 40, 0);
  report('e2e.json', 2, 3);
  expect(count(1)).toBe('42 passed, 3 failed\n');
});

test("files that are not reports are left alone, such as the browser tests' screenshots", () => {
  mkdirSync(join(reports, 'screenshots'));
  report('browser.json', 7, 0);
  expect(count(0)).toBe('7 passed, 0 failed\n');
});

test('a file that failed before its first test is a failure', () => {
  report('all.json', 40, 0, [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ]);
  expect(count(1)).toBe('40 passed, 1 failed\n');
});

test('a run that failed without a failed test is a failure', () => {
  report('all.json', 40, 0);
  expect(count(1)).toBe('40 passed, 1 failed\n');
  expect(count(0)).toBe('40 passed, 0 failed\n');
});
