// Installs what is missing or stale, so that every npm script works straight after `git clone`: the lock file's
// packages and, with the arguments `local-cloud`, `fuzzer`, `validator` and `generators`, the Python environments of the
// local cloud, of the fuzzer, of the API document's validator and of the generator of Python clients.
//
// Plain JavaScript without dependencies, because it runs before there are any. Node versions that are too old for the
// project, down to 14, must be able to parse this file and the one that it imports, so that they can report that in one
// line.

import { nodeProblem } from './prepare/node-version.mjs';

const HELP = `node scripts/prepare.mjs [local-cloud] [fuzzer] [validator] [generators]

Installs what is missing or stale: the packages of package-lock.json, and the Python environments that are named.
Every npm script that needs it runs it by itself.`;

/** @param {number} status @param {string} message */
const refuse = (status, message) => {
  console.error(message);
  process.exitCode = status;
};

const words = process.argv.slice(2);
const unknown = words.find(
  (word) => !['local-cloud', 'fuzzer', 'validator', 'generators', '--help', '-h'].includes(word),
);
const problem = nodeProblem(process.versions.node);

if (unknown !== undefined) refuse(2, `prepare.mjs does not know ${unknown}: see \`node scripts/prepare.mjs --help\`.`);
else if (words.includes('--help') || words.includes('-h')) console.log(HELP);
else if (problem !== undefined) refuse(1, problem);
else import('./prepare/install.mjs').then(({ installMissing }) => installMissing(words));
