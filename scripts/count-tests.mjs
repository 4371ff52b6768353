// Prints "<n> passed, <n> failed" over all reports of test runs. Arguments: the exit status of the whole run (when that is
// a failure and no test failed, what failed was something else, and is counted as one), and the folder of the reports.
//
// Plain JavaScript, so that it counts even when the packages could not be installed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [status, reports = fileURLToPath(new URL('../.local/reports', import.meta.url))] = process.argv.slice(2);

/** @param {{status: string, assertionResults: unknown[]}} file a test file that failed before its first test. */
const failedToLoad = (file) => file.status === 'failed' && file.assertionResults.length === 0;

let passed = 0;
let failed = 0;
for (const name of existsSync(reports) ? readdirSync(reports) : []) {
  const report = JSON.parse(readFileSync(join(reports, name), 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests + report.testResults.filter(failedToLoad).length;
}
if (status !== '0' && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
