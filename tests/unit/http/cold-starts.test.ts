import { expect, test } from 'vitest';
import { serviceKit } from '#shared/http/kit';
import { recordOutcome } from '#shared/http/outcome';
import { makeLogger } from '#shared/platform/logger';

const log = makeLogger({}, () => undefined);

/** The metrics of a request that a container answers. */
const answered = (isFirstRequest?: () => boolean): readonly string[] => {
  const counted: string[] = [];
  const kit = {
    clock: () => 1_000,
    metrics: (name: string) => void counted.push(name),
    ...(isFirstRequest && { isFirstRequest }),
  };
  const meta = { nowMs: 0 } as never;
  recordOutcome(kit, { meta, log }, { statusCode: 200, headers: {}, body: '' } as never);
  return counted.filter((name) => name === 'ColdStarts');
};

test('a cold start is counted with the first request of a container, and with no other', () => {
  let requests = 0;
  const isFirstRequest = () => ++requests === 1;
  expect([1, 2, 3].map(() => answered(isFirstRequest).length)).toEqual([1, 0, 0]);
  expect(answered()).toEqual([]);
});

test('a deployed function knows which request is its first', () => {
  serviceKit.isFirstRequest?.();
  expect(serviceKit.isFirstRequest?.()).toBe(false);
});
