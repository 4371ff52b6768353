import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, run } from './command.mjs';
import { INSTALL_LOG, PROJECT, STATE } from './folders.mjs';
import { Problem } from './problem.mjs';

/** @typedef {{title: string, folder: string, requirements: string}} PythonEnvironment */

/** @type {Record<string, PythonEnvironment>} the title, folder and requirements of each. */
export const PYTHON_ENVIRONMENTS = {
  'local-cloud': {
    title: 'the local cloud (MiniStack, in .local/venv)',
    folder: join(STATE, 'venv'),
    requirements: join(PROJECT, 'scripts', 'local-cloud', 'requirements.txt'),
  },
  fuzzer: {
    title: 'the fuzzer (Schemathesis, in .local/fuzz-venv)',
    folder: join(STATE, 'fuzz-venv'),
    requirements: join(PROJECT, 'scripts', 'fuzz', 'requirements.txt'),
  },
  validator: {
    title: 'the validator of the API document (openapi-spec-validator, in .local/validator-venv)',
    folder: join(STATE, 'validator-venv'),
    requirements: join(PROJECT, 'scripts', 'openapi', 'requirements.txt'),
  },
  generators: {
    title: 'the generator of Python clients (openapi-python-client, in .local/generators-venv)',
    folder: join(STATE, 'generators-venv'),
    requirements: join(PROJECT, 'tests', 'generators', 'python', 'requirements.txt'),
  },
};

const OLDEST = { major: 3, minor: 10 };

/** @param {PythonEnvironment} environment @returns {string} the SHA-256 of its requirements file, in hex. */
const requirementsHash = ({ requirements }) => createHash('sha256').update(readFileSync(requirements)).digest('hex');

/**
 * @param {PythonEnvironment} environment @returns {string} the file that states which requirements it was made from.
 */
const stampOf = ({ folder }) => join(folder, 'requirements.sha256');

/** @param {PythonEnvironment} environment */
export const environmentIsFresh = (environment) =>
  existsSync(join(environment.folder, 'bin', 'python')) &&
  existsSync(stampOf(environment)) &&
  readFileSync(stampOf(environment), 'utf8') === requirementsHash(environment);

/**
 * Finds the command of a Python that is new enough and can make environments.
 *
 * @returns {string}
 * @throws Problem
 */
export const findPython = () => {
  const candidates = process.env['PYTHON'] ? [process.env['PYTHON']] : ['python3', 'python'];
  const tooOld = [];
  for (const command of candidates) {
    const { status, stdout } = spawnSync(command, ['-c', 'import sys; print(*sys.version_info[:2])'], {
      encoding: 'utf8',
    });
    if (status !== 0) continue;
    const [major = 0, minor = 0] = stdout.split(' ').map(Number);
    if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
      tooOld.push(`${command} is ${major}.${minor}`);
      continue;
    }
    if (spawnSync(command, ['-c', 'import ensurepip, venv']).status === 0) return command;
    throw new Problem(
      `${command} lacks its venv module: install it (on Debian and Ubuntu: apt-get install python3-venv).`,
    );
  }
  const state = tooOld.length > 0 ? `is too old (${tooOld.join(', ')})` : 'is missing';
  throw new Problem(
    `Python ${state}: ${OLDEST.major}.${OLDEST.minor} or newer is needed. Install it, or name it with PYTHON=<path>.`,
  );
};

/** Two tries of ten seconds without a byte; pip's defaults are six of fifteen. */
const PATIENCE = ['--retries', '1', '--timeout', '10'];

const PIP = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--prefer-binary', '--require-hashes'];

/**
 * pip's message about its failure, in one line.
 *
 * @param {string} output
 * @returns {string}
 */
export const pipReason = (output) => {
  const [, broken] = /connection broken by (.+): \/\S*$/m.exec(output) ?? [];
  if (broken)
    return `the package index does not answer: ${broken
      .split(': ')
      .slice(-1)
      .join()
      .replace(/['")]+$/, '')}`;
  const [, message] = /^ERROR: (.+)$/m.exec(output) ?? [];
  return message ?? lastLine(output);
};

/**
 * Creates a Python environment from scratch.
 *
 * @param {PythonEnvironment} environment
 * @param {string} python the command of the Python that it is made from.
 * @throws Problem
 */
export const installEnvironment = async (environment, python) => {
  const { title, folder, requirements } = environment;
  console.log(`Installing ${title} ...`);
  const made = await run(python, ['-m', 'venv', '--clear', folder]);
  if (!made.succeeded)
    throw new Problem(`${python} -m venv failed: mend what ${INSTALL_LOG} says and run the command again.`);
  const installed = await run(join(folder, 'bin', 'python'), [...PIP, ...PATIENCE, '-r', requirements]);
  if (!installed.succeeded)
    throw new Problem(
      `pip install failed (${pipReason(installed.output)}): mend that and run the command again. Its log: ${INSTALL_LOG}`,
    );
  writeFileSync(stampOf(environment), requirementsHash(environment));
};
