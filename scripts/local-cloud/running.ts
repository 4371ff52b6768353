import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { STATE_FOLDER } from './folders.ts';
import { STACK_FILE, type Stack, writeStack } from './stack.ts';

const RUNNING_FILE = `${STATE_FOLDER}/start.json`;

const Running = v.object({ pid: v.number(), endpoint: v.string() });

/** The `npm start` that runs now, and the cloud that it deployed to. */
export type Running = v.InferOutput<typeof Running>;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const readRunning = (): Running | undefined => {
  try {
    return v.parse(Running, JSON.parse(readFileSync(RUNNING_FILE, 'utf8')));
  } catch {
    return;
  }
};

const forget = (): void => {
  rmSync(RUNNING_FILE, { force: true });
  rmSync(STACK_FILE, { force: true });
};

/** The `npm start` that runs now, if any. What a killed one left behind is cleared away. */
export const findRunning = (): Running | undefined => {
  const running = readRunning();
  if (running && isAlive(running.pid)) return running;
  forget();
  return;
};

/** Says that this process runs a deployment: the one that tools find from now on. */
export const announceRunning = (endpoint: string, stack: Stack): void => {
  mkdirSync(STATE_FOLDER, { recursive: true });
  writeFileSync(RUNNING_FILE, `${JSON.stringify({ pid: process.pid, endpoint } satisfies Running)}\n`);
  writeStack(stack);
};

/** Says that it does not any more: tools find no stack, unless one was started elsewhere since. */
export const retractRunning = (): void => {
  if (readRunning()?.pid === process.pid) forget();
};
