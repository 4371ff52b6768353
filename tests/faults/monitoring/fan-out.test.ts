import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { type FanOutBounds, takeFanOutStep } from '#shared/monitoring/fan-out/fan-out';
import type { FanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { sweepFanOuts } from '#shared/monitoring/fan-out/sweep-fan-outs';
import { FAULTS, type FaultName, faultyTable, type Injector, injector, lasting } from '#tests/faults/delivery/fault';
import {
  eventTypesOf,
  fanOutWorkers,
  isPending,
  recorded,
  SMALL_BOUNDS,
  type WatchedVendor,
  watchedVendor,
} from '#tests/integration/monitoring/fan-out-world';

const MINUTE_MS = 60_000;

/** More messages than any run needs, so that a test cannot loop forever. */
const MOST_MESSAGES = 500;

interface Options {
  /** Whether the queue loses what workers send. */
  readonly loses?: boolean;
  readonly bounds?: FanOutBounds;
}

/**
 * A fan-out from its first message to its end, on a clock that moves a minute with each message. A message whose worker
 * failed or died returns, and a sweep runs if no message is left. Every effect goes through the injector.
 */
const carryOut = async (fanOut: FanOut, injected: Injector, { loses = false, bounds }: Options = {}) => {
  let nowMs = Date.now();
  const waiting: FanOut[] = loses ? [] : [fanOut];
  const { effects } = fanOutWorkers({
    table: faultyTable(serviceTable(), injected),
    clock: () => nowMs,
    send: injected.wrap('send', async (sent: FanOut) => {
      if (!loses) waiting.push(sent);
    }),
  });
  injected.arm();
  for (let messages = 0; messages < MOST_MESSAGES; messages++) {
    nowMs += MINUTE_MS;
    const next = waiting.shift();
    if (next) {
      const failed = await takeFanOutStep(next, effects, bounds).then(
        () => false,
        () => true,
      );
      if (injected.revive() || failed) waiting.push(next);
      continue;
    }
    if (!(await isPending(fanOut))) return;
    nowMs += 15 * MINUTE_MS;
    // The sweep also finds other tests' fan-outs, whose messages are ignored.
    const found: FanOut[] = [];
    await sweepFanOuts({ ...effects, fanOuts: async (swept) => void found.push(swept) }).catch(() => undefined);
    injected.revive();
    if (found.some(({ vendorId }) => vendorId === fanOut.vendorId)) waiting.push(fanOut);
  }
  throw new Error('The fan-out did not come to its end');
};

/** Each watcher has one alert, counted once, and its webhook events once. */
const expectOnce = async ({ vendor, watches }: WatchedVendor): Promise<void> => {
  for (const watch of watches) {
    expect(await eventTypesOf(watch)).toStrictEqual(['monitoring.alert.created', 'monitoring.score.changed']);
    expect(await alertStats(serviceTable(), watch, vendor.id)).toStrictEqual({
      hasAlerts: true,
      unreadAlerts: 1,
    });
  }
};

describe.each(Object.keys(FAULTS) as FaultName[])('If %s, for every call in turn,', (fault) => {
  test.each([
    ['few watchers', undefined],
    ['many watchers, by a chain of workers', SMALL_BOUNDS],
  ])('a fan-out to %s notifies each once, and ends', async (_, bounds) => {
    for (let nth = 1; ; nth++) {
      const world = await watchedVendor({ watchers: 2 });
      const { fanOut } = await recorded(world);
      const injected = injector(nth, fault);
      await carryOut(fanOut, injected, bounds && { bounds });
      await expectOnce(world);
      if (injected.calls.length < nth) break;
      expect(nth).toBeLessThan(150);
      // Sixteen shards are queried alike, so some of them stand for all.
      if (injected.calls[nth] === 'query' && injected.calls[nth + 1] === 'query') nth += 7;
    }
  });
});

describe('A lasting fault', () => {
  test.each(['get', 'query', 'write', 'transact', 'send'])('of %s delays a fan-out, and loses nobody', async (name) => {
    const world = await watchedVendor({ watchers: 3 });
    const { fanOut } = await recorded(world);
    let calls = 0;
    await carryOut(
      fanOut,
      lasting([name], () => calls++ < 40),
      { bounds: SMALL_BOUNDS },
    );
    await expectOnce(world);
  });

  test('of the queue, which loses every message, is compensated by the sweep', async () => {
    const world = await watchedVendor({ watchers: 3 });
    const { fanOut } = await recorded(world);
    await carryOut(
      fanOut,
      lasting([], () => false),
      { loses: true },
    );
    await expectOnce(world);
  });
});
