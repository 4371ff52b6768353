import { beforeAll, describe, expect, test } from 'vitest';
import { randomOfTest } from '#tests/support/random';
import { FAULTS, type FaultName, injector } from './fault.ts';
import { completedJourney, failFirst, NOTIFIED, submitJourney, useOwnTable } from './journey.ts';
import { makePath } from './path.ts';
import { expectArrived, expectDecidedOnce, expectDecidedWithin } from './promises.ts';

beforeAll(useOwnTable);

/** Runs the complete path once with one call failing, and returns how many calls there were. */
const goWrongAt = async (nth: number, fault: FaultName, random: () => number): Promise<number> => {
  const injected = injector(nth, fault);
  const journey = await completedJourney();
  failFirst(journey);
  const path = makePath(injected, { random });
  injected.arm();
  await submitJourney(path, journey, injected.revive);
  await path.untilQuiet();

  const what = `Call ${nth}, ${injected.calls[nth - 1]}: ${fault}`;
  expect([0, 1], `${what}: at most the attempt that died is not recorded`).toContain(
    await expectArrived(path, journey, what),
  );
  const posts = journey.receiver.received.length;
  expect(posts, `${what}: at most one POST is repeated`).toBeLessThanOrEqual(2 * NOTIFIED.length + 1);
  await expectDecidedOnce(journey, what);
  await expectDecidedWithin(3, journey, what);
  return injected.calls.length;
};

/**
 * Submission, stream and bus, assessment, stream and bus again, three plans, and six attempts make at least this many
 * changes.
 */
const LEAST_CALLS = 1 + 1 + 1 + 2 + 3 * 2 + 6 * 3 + 3;

describe('from a submission to its last webhook, whichever call of table, bus, queue or receiver fails,', () => {
  test.each(Object.keys(FAULTS) as FaultName[])(
    '(%s), nothing is lost and nothing is done twice',
    async (fault) => {
      const random = randomOfTest();
      let nth = 1;
      while ((await goWrongAt(nth, fault, random)) >= nth) nth++;
      expect(nth).toBeGreaterThan(LEAST_CALLS);
    },
    120_000,
  );
});
