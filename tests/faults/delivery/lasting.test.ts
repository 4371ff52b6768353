import { beforeAll, describe, expect, test } from 'vitest';
import { lasting } from './fault.ts';
import { completedJourney, submitJourney, useOwnTable } from './journey.ts';
import { makePath } from './path.ts';
import { expectArrived, expectDecidedOnce } from './promises.ts';
import { virtualTime } from './time.ts';

beforeAll(useOwnTable);

const MINUTE_MS = 60_000;

/** What may be unreachable, and the effects that need it. */
const OUTAGES: Readonly<Record<string, readonly string[]>> = {
  'the bus': ['putEntries'],
  'the queues': ['send', 'hide'],
  'the table for reading': ['get', 'getMany', 'query', 'queryAll'],
  'the table for writing': ['write', 'transact'],
};

describe('from a submission to its last webhook, while something is unreachable from then on,', () => {
  test.each(Object.keys(OUTAGES).flatMap((what) => [15, 60].map((minutes) => [what, minutes] as const)))(
    '%s for %i minutes delays it, and loses nothing',
    async (what, minutes) => {
      const journey = await completedJourney();
      const time = virtualTime();
      let endsAtMs = 0;
      const path = makePath(
        lasting(OUTAGES[what] ?? [], () => time.clock() < endsAtMs),
        { time },
      );
      await submitJourney(path, journey, () => {});
      endsAtMs = time.clock() + minutes * MINUTE_MS;
      await path.untilQuiet();

      expect(await expectArrived(path, journey, what)).toBe(0);
      await expectDecidedOnce(journey, what);
      // A pause of at most five minutes, one more for what follows from it, and the minute of a sweep.
      expect(time.clock() - endsAtMs, 'how late it is after its end').toBeLessThan(15 * MINUTE_MS);
    },
  );
});
