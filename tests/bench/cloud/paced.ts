import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Begins something at a steady pace, however long each takes, and waits for all of it.
 *
 * @param everyMs from the beginning of one to that of the next.
 */
export const paced = async (
  count: number,
  everyMs: number,
  once: (index: number) => Promise<unknown>,
): Promise<void> => {
  const startedMs = performance.now();
  const begun: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, startedMs + index * everyMs - performance.now()));
    begun.push(once(index));
  }
  await Promise.all(begun);
};
