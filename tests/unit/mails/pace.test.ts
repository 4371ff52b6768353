import { expect, test } from 'vitest';
import { makePace } from '#shared/mails/pace';

/** The times of a number of turns, each of this duration, on a clock that only waits advance. */
const turnsOf = async (count: number, { perSecond = 8, workers = 2, idleMs = 0 } = {}): Promise<number[]> => {
  let nowMs = 1_000_000;
  const takeTurn = makePace({
    perSecond,
    workers,
    clock: () => nowMs,
    sleep: async (milliseconds) => {
      nowMs += milliseconds;
    },
  });
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    await takeTurn();
    times.push(nowMs - 1_000_000);
    nowMs += idleMs;
  }
  return times;
};

test('each of the workers takes its share of the rate: the first turn at once, the next ones evenly after it', async () => {
  expect(await turnsOf(4)).toEqual([0, 250, 500, 750]);
  expect(await turnsOf(3, { perSecond: 1 })).toEqual([0, 2000, 4000]);
});

test('a turn that was slower than the pace causes no wait, and saves nothing for later', async () => {
  expect(await turnsOf(3, { idleMs: 400 })).toEqual([0, 400, 800]);
});

test('turns that are requested at the same moment take place one after the other', async () => {
  const waits: number[] = [];
  const takeTurn = makePace({ perSecond: 4, workers: 2, clock: () => 0, sleep: async (ms) => waits.push(ms) });
  await Promise.all([takeTurn(), takeTurn(), takeTurn()]);
  expect(waits).toEqual([500, 1000]);
});
