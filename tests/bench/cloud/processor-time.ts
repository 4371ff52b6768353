import { readdirSync, readFileSync } from 'node:fs';
import type { Row } from '#tests/bench/measured';
import { rounded } from '#tests/bench/report';

/** Linux counts processor time in hundredths of a second, on every architecture that Node supports. */
const TICK_MS = 10;

/** Milliseconds of processor time used so far. */
interface ProcessorTime {
  readonly emulatorMs: number;
  /** Of all processes that the emulator runs functions in, those that have ended included. */
  readonly functionsMs: number;
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain spaces. Source: proc_pid_stat(5). */
const fieldsOf = (pid: string): readonly number[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    // It has ended since it was listed.
    return [];
  }
};

const processorTimeOf = (leader: number): ProcessorTime => {
  let [emulatorMs, functionsMs] = [0, 0];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(pid);
    // state, ppid, pgrp, …; utime, stime, cutime and cstime are the fields 14 to 17 of the manual, `state` is 3.
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    if (fields[2] !== leader) continue;
    const ownMs = (user + system) * TICK_MS;
    if (pid === String(leader)) {
      emulatorMs += ownMs;
      functionsMs += (endedUser + endedSystem) * TICK_MS;
    } else functionsMs += ownMs;
  }
  return { emulatorMs, functionsMs };
};

/**
 * Starts counting the processor time of a local cloud, whose process leads the group of its functions' processes.
 *
 * @param leader undefined for a cloud of somebody else's, which has nothing counted.
 * @returns a function that returns the columns of a table: milliseconds of each of so many deliveries since.
 */
export const countProcessorTime = (leader: number | undefined): ((deliveries: number) => Row) => {
  if (leader === undefined) return () => ({});
  const before = processorTimeOf(leader);
  return (deliveries) => {
    const now = processorTimeOf(leader);
    return {
      'emulator, processor ms each': rounded((now.emulatorMs - before.emulatorMs) / deliveries),
      'functions, processor ms each': rounded((now.functionsMs - before.functionsMs) / deliveries),
    };
  };
};
