// Installs what is missing or stale, so that every npm script works straight after `git clone`: the lock file's
// packages and, with the arguments `local-cloud` and `fuzzer`, the Python environments of the local cloud and of the
// fuzzer.
//
// Plain JavaScript without dependencies, because it runs before there are any, on whatever Node (20 or newer) is there.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(PROJECT, '.local', 'prepare.lock');

/** The Python environments: what each is, its folder, and what is installed there. */
const ENVIRONMENTS = {
  'local-cloud': {
    title: 'the local cloud (MiniStack, in .local/venv)',
    folder: join(PROJECT, '.local', 'venv'),
    requirements: join(PROJECT, 'scripts', 'local-cloud', 'requirements.txt'),
  },
  fuzzer: {
    title: 'the fuzzer (Schemathesis, in .local/fuzz-venv)',
    folder: join(PROJECT, '.local', 'fuzz-venv'),
    requirements: join(PROJECT, 'scripts', 'fuzz', 'requirements.txt'),
  },
};
const OLDEST_PYTHON = [3, 10];

/** @param {string} message what went wrong and what to do, in one line. */
const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** @param {string} file a JSON file of the project. */
const readJson = (file) => JSON.parse(readFileSync(join(PROJECT, file), 'utf8'));

/**
 * Whether the packages that npm put into node_modules, by npm's own account of them, are those of the lock file.
 * Optional ones may be missing: they are for other systems.
 */
const packagesAreFresh = () => {
  if (!existsSync(join(PROJECT, 'node_modules', '.package-lock.json'))) return false;
  if (!existsSync(join(PROJECT, 'node_modules', '.bin', 'node'))) return false;
  const wanted = readJson('package-lock.json').packages;
  const installed = readJson('node_modules/.package-lock.json').packages;
  const matches = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === '' || (!found && optional)) return true;
    return found?.version === version && (integrity === undefined || found.integrity === integrity);
  });
  return matches && Object.keys(installed).every((path) => path in wanted);
};

const installPackages = () => {
  console.log('Installing packages (npm ci) ...');
  // Not our pinned Node: npm is about to remove it.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: PROJECT,
    stdio: 'inherit',
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  if (status !== 0) fail('npm ci failed: mend what it says above (is the network there?) and run the command again.');
  if (!existsSync(join(PROJECT, 'node_modules', 'node', 'bin', 'node')))
    fail('npm skipped the install scripts that fetch Node 24: run `npm config delete ignore-scripts` and try again.');
};

/** Whether a process is there. @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Holds the installation for this process until it ends; waits while another command installs. */
const takeLock = () => {
  mkdirSync(join(PROJECT, '.local'), { recursive: true });
  let announced = false;
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(LOCK, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(existsSync(LOCK) && readFileSync(LOCK, 'utf8'));
    if (owner > 0 && !isAlive(owner)) rmSync(LOCK, { force: true });
    if (!announced) console.log('Another command is installing: waiting for it ...');
    announced = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
};

/** @typedef {{title: string, folder: string, requirements: string}} Environment */

/** @param {Environment} environment @returns {string} the SHA-256 of its requirements file, in hex. */
const requirementsHash = ({ requirements }) => createHash('sha256').update(readFileSync(requirements)).digest('hex');

/** @param {Environment} environment @returns {string} where it says which requirements it was made of. */
const stampOf = ({ folder }) => join(folder, 'requirements.sha256');

/** @param {Environment} environment */
const environmentIsFresh = (environment) =>
  existsSync(join(environment.folder, 'bin', 'python')) &&
  existsSync(stampOf(environment)) &&
  readFileSync(stampOf(environment), 'utf8') === requirementsHash(environment);

/** @returns {string} the command of a Python that is new enough. */
const findPython = () => {
  const candidates = process.env.PYTHON ? [process.env.PYTHON] : ['python3', 'python'];
  const found = [];
  for (const command of candidates) {
    const { status, stdout } = spawnSync(command, ['-c', 'import sys; print(*sys.version_info[:2])'], {
      encoding: 'utf8',
    });
    if (status !== 0) continue;
    const [major, minor] = stdout.split(' ').map(Number);
    if (major > OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor >= OLDEST_PYTHON[1])) return command;
    found.push(`${command} is ${major}.${minor}`);
  }
  const state = found.length > 0 ? `is too old (${found.join(', ')})` : 'is missing';
  return fail(`Python ${state}: 3.10 or newer is needed. Install it, or name it with PYTHON=<path>.`);
};

/** @param {Environment} environment */
const installEnvironment = (environment) => {
  const { title, folder, requirements } = environment;
  const python = findPython();
  if (spawnSync(python, ['-c', 'import ensurepip, venv']).status !== 0)
    fail(`${python} lacks its venv module: install it (on Debian and Ubuntu: apt-get install python3-venv).`);
  console.log(`Installing ${title} ...`);
  mkdirSync(join(PROJECT, '.local'), { recursive: true });
  if (spawnSync(python, ['-m', 'venv', '--clear', folder], { stdio: 'inherit' }).status !== 0)
    fail(`${python} -m venv failed: mend what it says above and run the command again.`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--prefer-binary', '--require-hashes'];
  if (spawnSync(join(folder, 'bin', 'python'), [...pip, '-r', requirements], { stdio: 'inherit' }).status !== 0)
    fail('pip install failed: mend what it says above (is the network there?) and run the command again.');
  writeFileSync(stampOf(environment), requirementsHash(environment));
};

const wanted = Object.entries(ENVIRONMENTS)
  // A cloud that is named by its address is somebody else's, so none of our own is needed.
  .filter(([name]) => process.argv.includes(name) && !(name === 'local-cloud' && process.env.AWS_ENDPOINT_URL))
  .map(([, environment]) => environment);

if (!packagesAreFresh() || !wanted.every(environmentIsFresh)) {
  takeLock();
  if (!packagesAreFresh()) installPackages();
  for (const environment of wanted) if (!environmentIsFresh(environment)) installEnvironment(environment);
}
