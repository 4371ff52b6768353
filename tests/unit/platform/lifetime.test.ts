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

/** The time of a request, which a test lets pass. */
const timeOf = (milliseconds: number) => {
  const time = { leftMs: milliseconds };
  return { time, timeLeftMs: () => time.leftMs };
};

/** Work of a request that settles when it is told to. */
const heldWork = () => {
  const held = Promise.withResolvers<void>();
  return { release: held.resolve, held: held.promise };
};

describe('What a request sends', () => {
  test('is sent while there is time for its outcome', async () => {
    const { timeLeftMs } = timeOf(LATEST_START_MS + 1);
    expect(await inLifetime(timeLeftMs, async () => requireTime())).toBeInstanceOf(AbortSignal);
  });

  test('is refused when its outcome might come after the answer, by the clock of that moment', async () => {
    const { time, timeLeftMs } = timeOf(20_000);
    await inLifetime(timeLeftMs, async () => {
      time.leftMs = LATEST_START_MS;
      expect(requireTime).toThrow(TimeIsOver);
      time.leftMs = -120_000;
      expect(requireTime).toThrow(TimeIsOver);
    });
  });

  test('is refused after the answer, however much of its time is left, also while another request runs', async () => {
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

  test('is ended by the answer when it is on its way', async () => {
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

  test('has no end outside of requests', () => {
    expect(requireTime()).toBeUndefined();
  });
});

describe('A wait', () => {
  afterEach(() => void sleeps.splice(0));

  test('is as long as it is asked for while there is time', async () => {
    await inLifetime(timeOf(20_000).timeLeftMs, () => pause(100));
    await pause(7);
    expect(sleeps).toEqual([100, 7]);
  });

  test('leaves half of the time to send something in', async () => {
    await inLifetime(timeOf(LATEST_START_MS + 3_000).timeLeftMs, () => pause(60_000));
    expect(sleeps).toEqual([1_500]);
  });

  test('is not begun when nothing could be sent after it', async () => {
    await expect(inLifetime(timeOf(LATEST_START_MS).timeLeftMs, () => pause(1))).rejects.toThrow(TimeIsOver);
    expect(sleeps).toEqual([]);
  });

  test('ends with the answer', async () => {
    let waiting: Promise<unknown> = Promise.resolve();
    await inLifetime(timeOf(100_000).timeLeftMs, async () => {
      waiting = pause(30_000).catch((error: unknown) => error);
    });
    expect(await waiting).toBeInstanceOf(TimeIsOver);
  });
});

describe('A call of AWS', () => {
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

  test.each(['GetItem', 'BatchGetItem', 'Query'])('that reads is made at any time: %s', async (operation) => {
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

  test('ends by the signal of its caller as well', async () => {
    const { sent, sender } = wire();
    await sender.handle(request(), { abortSignal: AbortSignal.abort() });
    expect(sent).toEqual([true]);
  });
});
