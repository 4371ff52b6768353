import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endRunning } from './command.mjs';
import { INSTALL_LOG, STATE } from './folders.mjs';
import { releaseLock, withLock } from './lock.mjs';
import { checkInstallingNode, installPackages, packagesAreFresh } from './packages.mjs';
import { Problem } from './problem.mjs';
import { environmentIsFresh, findPython, installEnvironment, PYTHON_ENVIRONMENTS } from './python.mjs';

const LOCK = join(STATE, 'prepare.lock');

/** @typedef {import('./python.mjs').PythonEnvironment} PythonEnvironment */

/** @param {string[]} names @returns {PythonEnvironment[]} the environments that these need. */
const environmentsOf = (names) =>
  Object.entries(PYTHON_ENVIRONMENTS)
    // If the environment names a cloud by its address, it is already running, and none of our own is needed.
    .filter(([name]) => names.includes(name) && !(name === 'local-cloud' && process.env['AWS_ENDPOINT_URL']))
    .map(([, environment]) => environment);

let isInterrupted = false;

/** Ends running commands, releases the lock, and ends this process with the signal. @param {NodeJS.Signals} signal */
const interrupt = async (signal) => {
  // A terminal and npm send the same signal, one each.
  if (isInterrupted) return;
  isInterrupted = true;
  await endRunning();
  releaseLock(LOCK);
  console.error('\nInterrupted. Run the command again: it installs what is missing.');
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
};

/** Installs all at once; the first failure ends the others. @param {PythonEnvironment[]} wanted */
const installAll = async (wanted) => {
  const stale = wanted.filter((environment) => !environmentIsFresh(environment));
  // Problems that only a person can fix are found before anything that takes time.
  if (!packagesAreFresh()) checkInstallingNode();
  const python = stale.length > 0 ? findPython() : '';
  const installing = [
    ...(packagesAreFresh() ? [] : [installPackages()]),
    ...stale.map((environment) => installEnvironment(environment, python)),
  ];
  try {
    await Promise.all(installing);
  } catch (error) {
    await endRunning();
    await Promise.allSettled(installing);
    throw error;
  }
};

/**
 * Installs what is missing or stale. If nothing is, it returns quickly.
 *
 * @param {string[]} names the Python environments that are needed besides the packages.
 */
export const installMissing = async (names) => {
  const wanted = environmentsOf(names);
  if (packagesAreFresh() && wanted.every(environmentIsFresh)) return;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => void interrupt(signal));
  rmSync(INSTALL_LOG, { force: true });
  const onWait = () => console.log('Another command is installing: waiting for it ...');
  try {
    await withLock(LOCK, onWait, () => installAll(wanted));
  } catch (error) {
    if (isInterrupted) return;
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
