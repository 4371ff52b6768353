// Plain JavaScript, so that it also counts when the packages could not be installed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HELP = `node scripts/count-tests.mjs <status> [<folder>]

Prints "<n> passed, <n> failed" over the reports of test runs in the folder (default .local/reports). When the run ended
with a status other than 0 and no test failed, something else did, and is counted as one.
`;

const [status, reports = fileURLToPath(new URL('../.local/reports', import.meta.url))] = process.argv.slice(2);

if (status === '--help' || status === '-h') {
  process.stdout.write(HELP);
  process.exit();
}
if (!/^\d+$/.test(status ?? '')) {
  console.error(`${status ?? 'Nothing'} is no exit status: see \`node scripts/count-tests.mjs --help\`.`);
  process.exit(2);
}

/** @param {{status: string, assertionResults: unknown[]}} file a test file that failed before its first test. */
const failedToLoad = (file) => file.status === 'failed' && file.assertionResults.length === 0;

let passed = 0;
let failed = 0;
// The screenshots of the hosted page are next to the reports.
for (const name of existsSync(reports) ? readdirSync(reports).filter((entry) => entry.endsWith('.json')) : []) {
  const report = JSON.parse(readFileSync(join(reports, name), 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests + report.testResults.filter(failedToLoad).length;
}
if (status !== '0' && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
