import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { resourceName } from '#infra/names';

const run = promisify(execFile);

/** A process in which the local cloud runs one instance of one function. */
export interface Worker {
  readonly pid: number;
  /** As the contract or consumer names it. */
  readonly functionName: string;
}

/** `<pid> <parent's pid> <command>` of a worker of the local cloud, whose folder is named after its function. */
const WORKER = new RegExp(
  `^\\s*(\\d+)\\s+(\\d+)\\s.*/ministack-lambda-${resourceName('local', '')}(.+)-\\w{8}/_worker`,
);

/**
 * The workers of one local cloud in a listing of processes (`ps -o pid=,ppid=,args=`). They are children of that very
 * process, so those of another local cloud on the machine are never included.
 */
export const workersIn = (processes: string, cloudPid: number): readonly Worker[] =>
  processes.split('\n').flatMap((line) => {
    const [, pid, parent, functionName] = WORKER.exec(line) ?? [];
    return functionName !== undefined && Number(parent) === cloudPid ? [{ pid: Number(pid), functionName }] : [];
  });

/** The workers of a local cloud. */
export const workersOf = async (cloudPid: number): Promise<readonly Worker[]> => {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { maxBuffer: 16 * 1024 * 1024 });
  return workersIn(stdout, cloudPid);
};

/** How long a process is watched to see whether it runs. */
const WATCHED_MS = 10;

/** Nanoseconds for which the main thread of a process has run; undefined if the system does not report it. */
const runTimeOf = async ({ pid }: Worker): Promise<string | undefined> =>
  (await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined))?.split(' ')[0];

/**
 * The workers that are busy at this moment, because killing one that waits for its next call would interrupt nothing.
 * If the system does not report this (anything but Linux), all of them.
 */
export const atWork = async (workers: readonly Worker[]): Promise<readonly Worker[]> => {
  const before = await Promise.all(workers.map(runTimeOf));
  await sleep(WATCHED_MS);
  const after = await Promise.all(workers.map(runTimeOf));
  return workers.filter((_, index) => before[index] === undefined || before[index] !== after[index]);
};
