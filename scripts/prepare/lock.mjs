import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 1000;
const POLL_MS = 500;
/**
 * A live owner touches its lock every second. One that has not for this long is gone, even if its process id exists.
 */
const STALE_AFTER_MS = 15_000;

/** @param {number} pid whether the process exists. */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
};

/** @param {string} file @returns {{owner: number, touchedMs: number} | undefined} undefined when it is free. */
const read = (file) => {
  try {
    return { owner: Number(readFileSync(file, 'utf8')), touchedMs: statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
};

/** @param {string} file @returns {boolean} whether it was free, and now is ours. */
const take = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Takes the lock of an owner that is gone. The file is replaced, never removed: of several processes that try, the last
 * one has the lock, and the others see that.
 *
 * @param {string} file
 * @returns {Promise<boolean>}
 */
const inherit = async (file) => {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  renameSync(own, file);
  await sleep(POLL_MS);
  return read(file)?.owner === process.pid;
};

/** @param {string} file @param {() => void} onWait called once, when another process holds the lock. */
const acquire = async (file, onWait) => {
  mkdirSync(dirname(file), { recursive: true });
  /** @type {{owner: number, touchedMs: number} | undefined} */
  let seen;
  let seenAtMs = 0;
  let waits = false;
  while (!take(file)) {
    const holder = read(file);
    if (holder?.owner !== seen?.owner || holder?.touchedMs !== seen?.touchedMs) {
      seen = holder;
      // By this process's clock: the machine may have slept, or its time may have been set.
      seenAtMs = performance.now();
    }
    const isGone = holder && (!isAlive(holder.owner) || performance.now() - seenAtMs > STALE_AFTER_MS);
    if (isGone && (await inherit(file))) return;
    if (!isGone && !waits) {
      waits = true;
      onWait();
    }
    await sleep(POLL_MS);
  }
};

/**
 * Does work that only one process at a time may do.
 *
 * @param {string} file the lock.
 * @param {() => void} onWait called once, when another process holds it.
 * @param {() => Promise<void>} work
 */
export const withLock = async (file, onWait, work) => {
  await acquire(file, onWait);
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beat);
    releaseLock(file);
  }
};

/** Releases the lock if this process has it. @param {string} file */
export const releaseLock = (file) => {
  if (read(file)?.owner === process.pid) rmSync(file, { force: true });
};
