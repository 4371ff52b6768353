import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { STATE_FOLDER } from './folders.ts';
import { STACK_FILE, type Stack, writeStack } from './stack.ts';

const Running = v.object({ pid: v.number(), apiUrl: v.string(), endpoint: v.string(), sinceMs: v.number() });

/** A running `npm start`, and the cloud that it deployed to. */
export type Running = v.InferOutput<typeof Running>;

/** Where each `npm start` keeps its state, and where the latest one is found. */
export interface RunningFiles {
  /** Contains a file for each, and one of its stack for tools. */
  folder: string;
  /** The stack of the latest one. */
  latestStack: string;
  /** A link to the log of the latest one. */
  latestLog: string;
}

const FILES: RunningFiles = {
  folder: join(STATE_FOLDER, 'stacks'),
  latestStack: STACK_FILE,
  latestLog: join(STATE_FOLDER, 'ministack.log'),
};

/**
 * The name of a deployment's files: the port of its API, because several may run on this machine.
 *
 * @param apiUrl the address of the API.
 */
const portOf = (apiUrl: string): string => new URL(apiUrl).port;

/** The log of a cloud that `npm start` runs. */
export const logFileOf = (apiUrl: string, { folder } = FILES): string => join(folder, `${portOf(apiUrl)}.log`);

const stackFileOf = (apiUrl: string, { folder }: RunningFiles): string => join(folder, `${portOf(apiUrl)}.json`);

const runningFileOf = (apiUrl: string, { folder }: RunningFiles): string => join(folder, `${portOf(apiUrl)}.running`);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const readRunning = (file: string): Running | undefined => {
  try {
    return v.parse(Running, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return;
  }
};

/** Every running `npm start`, the latest first. Removes files that killed ones left behind. */
const everyRunning = (files: RunningFiles): Running[] => {
  mkdirSync(files.folder, { recursive: true });
  const known = readdirSync(files.folder)
    .filter((name) => name.endsWith('.running'))
    .flatMap((name) => readRunning(join(files.folder, name)) ?? []);
  for (const { pid, apiUrl } of known) if (!isAlive(pid)) forget(apiUrl, files);
  return known.filter(({ pid }) => isAlive(pid)).sort((one, other) => other.sinceMs - one.sinceMs);
};

const forget = (apiUrl: string, files: RunningFiles): void => {
  rmSync(runningFileOf(apiUrl, files), { force: true });
  rmSync(stackFileOf(apiUrl, files), { force: true });
};

/** Replaces a file atomically, so that a reader finds the old or the new one. */
const replace = (path: string, write: (path: string) => void): void => {
  const own = `${path}.${process.pid}`;
  rmSync(own, { force: true });
  write(own);
  renameSync(own, path);
};

/** Makes tools find the latest running one; none when none runs. */
const showLatest = (files: RunningFiles): void => {
  const [latest] = everyRunning(files);
  if (!latest) {
    rmSync(files.latestStack, { force: true });
    return;
  }
  // Copied unparsed, whatever version of the project wrote it.
  replace(files.latestStack, (path) => copyFileSync(stackFileOf(latest.apiUrl, files), path));
  replace(files.latestLog, (path) => symlinkSync(logFileOf(latest.apiUrl, files), path));
};

/** The `npm start` that runs the API at this address, if any. */
export const findRunning = (apiUrl: string, files = FILES): Running | undefined => {
  const found = everyRunning(files).find((one) => portOf(one.apiUrl) === portOf(apiUrl));
  showLatest(files);
  return found;
};

/** Records a deployment to a cloud as the latest, which tools find from now on. */
export const announceStack = (stack: Stack, pid: number, files = FILES): void => {
  const { apiUrl, endpoint } = stack;
  writeStack(stack, stackFileOf(apiUrl, files));
  const [latest] = everyRunning(files);
  const sinceMs = Math.max(Date.now(), (latest?.sinceMs ?? 0) + 1);
  const running: Running = { pid, apiUrl, endpoint, sinceMs };
  writeFileSync(runningFileOf(apiUrl, files), `${JSON.stringify(running)}\n`);
  showLatest(files);
};

/** Records that this process no longer runs a cloud. Tools then find the latest of the others, if any. */
export const retractRunning = (apiUrl: string, files = FILES): void => {
  if (readRunning(runningFileOf(apiUrl, files))?.pid === process.pid) forget(apiUrl, files);
  showLatest(files);
};
