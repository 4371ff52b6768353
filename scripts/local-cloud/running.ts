import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { STATE_FOLDER } from './folders.ts';
import { STACK_FILE } from './stack.ts';

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

/** The `npm start` that runs now, if any; what a killed one left behind counts as none. */
export const findRunning = (): Running | undefined => {
  try {
    const running = v.parse(Running, JSON.parse(readFileSync(RUNNING_FILE, 'utf8')));
    return isAlive(running.pid) ? running : undefined;
  } catch {
    return;
  }
};

/** Says that this process runs a deployment: the one that tools find from now on. */
export const announceRunning = (endpoint: string): void => {
  mkdirSync(STATE_FOLDER, { recursive: true });
  writeFileSync(RUNNING_FILE, `${JSON.stringify({ pid: process.pid, endpoint } satisfies Running)}\n`);
};

/** Says that it does not any more: tools find no stack, unless one was started elsewhere since. */
export const retractRunning = (): void => {
  if (findRunning()?.pid !== process.pid) return;
  rmSync(RUNNING_FILE, { force: true });
  rmSync(STACK_FILE, { force: true });
};
