import { afterEach, describe, expect, test, vi } from 'vitest';
import { type AwsRequest, abortedWithRequest } from '#shared/platform/aws';
import { inLifetime, LATEST_START_MS, pause, requireTime, TimeIsOver } from '#shared/platform/lifetime';

const sleeps = vi.hoisted(() => [] as number[]);
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (milliseconds: number, _: undefined, { signal }: { signal?: AbortSignal } = {}) => {
    sleeps.push(milliseconds);
    return new Promise<void>((resolve, reject) => {
      if (!signal) resolve();
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
      if (milliseconds < 10_000) resolve();
    });
  },
}));

/** The remaining time of a request, which a test may change. */
const timeOf = (milliseconds: number) => {
  const time = { leftMs: milliseconds };
  return { time, timeLeftMs: () => time.leftMs };
};

/** Work of a request that settles when the test releases it. */
const heldWork = () => {
  const held = Promise.withResolvers<void>();
  return { release: held.resolve, held: held.promise };
};

describe('A call within a request', () => {
  test('is sent while there is time for its outcome', async () => {
    const { timeLeftMs } = timeOf(LATEST_START_MS + 1);
    expect(await inLifetime(timeLeftMs, async () => requireTime())).toBeInstanceOf(AbortSignal);
  });

  test('is refused if its outcome might come after the response, by the clock at that time', async () => {
    const { time, timeLeftMs } = timeOf(20_000);
    await inLifetime(timeLeftMs, async () => {
      time.leftMs = LATEST_START_MS;
      expect(requireTime).toThrow(TimeIsOver);
      time.leftMs = -120_000;
      expect(requireTime).toThrow(TimeIsOver);
    });
  });

  test('is refused after the response, however much time is left, even while another request runs', async () => {
    const { timeLeftMs } = timeOf(20_000);
    const { held, release } = heldWork();
    let leftBehind: Promise<unknown> = Promise.resolve();
    await inLifetime(timeLeftMs, async () => {
      leftBehind = held.then(requireTime);
    });
    await inLifetime(timeLeftMs, async () => {
      release();
      await expect(leftBehind).rejects.toThrow(TimeIsOver);
      expect(requireTime()).toBeInstanceOf(AbortSignal);
    });
  });

  test('is aborted by the response if it is in progress', async () => {
    const { timeLeftMs } = timeOf(20_000);
    const signal = await inLifetime(timeLeftMs, async () => requireTime());
    expect(signal?.aborted).toBe(true);
    const failed: { signal?: AbortSignal } = {};
    const failing = inLifetime(timeLeftMs, async () => {
      Object.assign(failed, { signal: requireTime() });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(failed.signal?.aborted).toBe(true);
  });

  test('is never aborted outside of requests', () => {
    expect(requireTime()).toBeUndefined();
  });
});

describe('A wait', () => {
  afterEach(() => void sleeps.splice(0));

  test('lasts as long as requested while there is time', async () => {
    await inLifetime(timeOf(20_000).timeLeftMs, () => pause(100));
    await pause(7);
    expect(sleeps).toEqual([100, 7]);
  });

  test('leaves half of the time to send something in', async () => {
    await inLifetime(timeOf(LATEST_START_MS + 3_000).timeLeftMs, () => pause(60_000));
    expect(sleeps).toEqual([1_500]);
  });

  test('is not begun if nothing could be sent after it', async () => {
    await expect(inLifetime(timeOf(LATEST_START_MS).timeLeftMs, () => pause(1))).rejects.toThrow(TimeIsOver);
    expect(sleeps).toEqual([]);
  });

  test('ends with the response', async () => {
    let waiting: Promise<unknown> = Promise.resolve();
    await inLifetime(timeOf(100_000).timeLeftMs, async () => {
      waiting = pause(30_000).catch((error: unknown) => error);
    });
    expect(await waiting).toBeInstanceOf(TimeIsOver);
  });
});

describe('An AWS call', () => {
  const request = (target?: string) =>
    ({ headers: target === undefined ? {} : { 'x-amz-target': target } }) as unknown as AwsRequest;
  const wire = () => {
    const sent: (boolean | undefined)[] = [];
    const sender = abortedWithRequest({
      handle: async (_, { abortSignal } = {}) => {
        sent.push(abortSignal && (abortSignal as AbortSignal).aborted);
        return {} as never;
      },
    });
    return { sent, sender };
  };
  const OVER = () => 0;

  test.each(['GetItem', 'BatchGetItem', 'Query'])('that only reads is made at any time: %s', async (operation) => {
    const { sent, sender } = wire();
    await inLifetime(OVER, () => sender.handle(request(`DynamoDB_20120810.${operation}`)));
    expect(sent).toEqual([undefined]);
  });

  test.each([
    'DynamoDB_20120810.PutItem',
    'DynamoDB_20120810.UpdateItem',
    'DynamoDB_20120810.DeleteItem',
    'DynamoDB_20120810.TransactWriteItems',
    'AmazonSQS.SendMessage',
    'AWSEvents.PutEvents',
    undefined,
  ])('that may change something is refused before it is sent: %s', async (target) => {
    const { sent, sender } = wire();
    await expect(inLifetime(OVER, () => sender.handle(request(target)))).rejects.toThrow(TimeIsOver);
    expect(sent).toEqual([]);
    await inLifetime(
      () => 20_000,
      () => sender.handle(request(target)),
    );
    await sender.handle(request(target));
    expect(sent).toEqual([false, false]);
  });

  test("is also aborted by its caller's signal", async () => {
    const { sent, sender } = wire();
    await sender.handle(request(), { abortSignal: AbortSignal.abort() });
    expect(sent).toEqual([true]);
  });
});
