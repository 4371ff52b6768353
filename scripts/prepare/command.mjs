import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { INSTALL_LOG, PROJECT } from './folders.mjs';

const END_TIMEOUT_MS = 2000;

/** @type {Set<{pid: number, ended: Promise<void>}>} */
const running = new Set();

/** @param {number} pid @param {'SIGTERM' | 'SIGKILL'} signal */
const signalGroup = (pid, signal) => {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended, as intended.
  }
};

/**
 * Runs a command from the project's folder. Its output goes to the installation's log, and is returned. It runs in its
 * own process group, so that a terminal's Ctrl-C reaches it only through `endRunning`.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{succeeded: boolean, output: string}>}
 */
export const run = async (command, args, env = process.env) => {
  mkdirSync(dirname(INSTALL_LOG), { recursive: true });
  const child = spawn(command, args, { cwd: PROJECT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      appendFileSync(INSTALL_LOG, chunk);
    });
  const succeeded = new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  const entry = { pid: child.pid ?? 0, ended: succeeded.then(() => undefined) };
  if (entry.pid > 0) running.add(entry);
  try {
    return { succeeded: await succeeded, output };
  } finally {
    running.delete(entry);
  }
};

/** Ends the running commands, with every process that they started, and waits until they are gone. */
export const endRunning = async () => {
  const entries = [...running];
  for (const { pid } of entries) signalGroup(pid, 'SIGTERM');
  const late = new Promise((resolve) => setTimeout(resolve, END_TIMEOUT_MS).unref());
  await Promise.race([Promise.all(entries.map(({ ended }) => ended)), late]);
  for (const { pid } of entries) signalGroup(pid, 'SIGKILL');
};

/** @param {string} output @returns {string} its last non-empty line. */
export const lastLine = (output) => output.trim().split('\n').slice(-1)[0] || 'no reason given';
