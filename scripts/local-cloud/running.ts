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

const Running = v.object({ pid: v.number(), endpoint: v.string(), sinceMs: v.number() });

/** A running `npm start`, and the cloud that it deployed to. */
export type Running = v.InferOutput<typeof Running>;

/** Where each `npm start` keeps its state, and where the latest one is found. */
export interface RunningFiles {
  /** One file of each, and one of its stack for tools. */
  folder: string;
  /** The stack of the latest. */
  latestStack: string;
  /** A link to the log of the latest. */
  latestLog: string;
}

const FILES: RunningFiles = {
  folder: join(STATE_FOLDER, 'stacks'),
  latestStack: STACK_FILE,
  latestLog: join(STATE_FOLDER, 'ministack.log'),
};

/**
 * The name of a cloud's files: its port, because several may run on this machine; with its host when it is on another.
 *
 * @param endpoint base address of the cloud.
 */
export const cloudName = (endpoint: string): string => {
  const { hostname, port, protocol } = new URL(endpoint);
  const number = port || (protocol === 'https:' ? '443' : '80');
  return ['localhost', '127.0.0.1'].includes(hostname) ? number : `${hostname}-${number}`;
};

/** The log of a cloud that `npm start` runs. */
export const logFileOf = (endpoint: string, { folder } = FILES): string => join(folder, `${cloudName(endpoint)}.log`);

const stackFileOf = (endpoint: string, { folder }: RunningFiles): string => join(folder, `${cloudName(endpoint)}.json`);

const runningFileOf = (endpoint: string, { folder }: RunningFiles): string =>
  join(folder, `${cloudName(endpoint)}.running`);

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

/** Every running `npm start`, the latest first. Files left behind by killed ones are removed. */
const everyRunning = (files: RunningFiles): Running[] => {
  mkdirSync(files.folder, { recursive: true });
  const known = readdirSync(files.folder)
    .filter((name) => name.endsWith('.running'))
    .flatMap((name) => readRunning(join(files.folder, name)) ?? []);
  for (const { pid, endpoint } of known) if (!isAlive(pid)) forget(endpoint, files);
  return known.filter(({ pid }) => isAlive(pid)).sort((one, other) => other.sinceMs - one.sinceMs);
};

const forget = (endpoint: string, files: RunningFiles): void => {
  rmSync(runningFileOf(endpoint, files), { force: true });
  rmSync(stackFileOf(endpoint, files), { force: true });
};

/** Replaces a file atomically, so that a reader finds the old or the new one. */
const replace = (path: string, write: (path: string) => void): void => {
  const own = `${path}.${process.pid}`;
  rmSync(own, { force: true });
  write(own);
  renameSync(own, path);
};

/** Makes tools find the latest of those that run; none when none runs. */
const showLatest = (files: RunningFiles): void => {
  const [latest] = everyRunning(files);
  if (!latest) {
    rmSync(files.latestStack, { force: true });
    return;
  }
  // Unparsed, whatever version of the project wrote it.
  replace(files.latestStack, (path) => copyFileSync(stackFileOf(latest.endpoint, files), path));
  replace(files.latestLog, (path) => symlinkSync(logFileOf(latest.endpoint, files), path));
};

/** The `npm start` that runs this cloud, if any. */
export const findRunning = (endpoint: string, files = FILES): Running | undefined => {
  const found = everyRunning(files).find((one) => cloudName(one.endpoint) === cloudName(endpoint));
  showLatest(files);
  return found;
};

/** Records what is deployed to a cloud, as the latest, which tools find from now on. */
export const announceStack = (stack: Stack, pid: number, files = FILES): void => {
  const { endpoint } = stack;
  writeStack(stack, stackFileOf(endpoint, files));
  const [latest] = everyRunning(files);
  const sinceMs = Math.max(Date.now(), (latest?.sinceMs ?? 0) + 1);
  const running: Running = { pid, endpoint, sinceMs };
  writeFileSync(runningFileOf(endpoint, files), `${JSON.stringify(running)}\n`);
  showLatest(files);
};

/** Records that this process no longer runs a cloud: tools find the latest of the others, if any. */
export const retractRunning = (endpoint: string, files = FILES): void => {
  if (readRunning(runningFileOf(endpoint, files))?.pid === process.pid) forget(endpoint, files);
  showLatest(files);
};
