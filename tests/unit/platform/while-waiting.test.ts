import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type AwsRequest, abortedWithRequest, type Sender } from '#shared/platform/aws';
import { doWhileWaiting, onceWhileWaiting, useWait } from '#shared/platform/while-waiting';

test('what was named is done once, after the call was sent, the latest first, one piece in each turn', async () => {
  const steps: string[] = [];
  const sender = { handle: async () => void steps.push('sent') } as unknown as Sender;
  const call = () => abortedWithRequest(sender).handle({ headers: {} } as AwsRequest);
  doWhileWaiting(() => steps.push('first named'));
  doWhileWaiting(() => steps.push('last named'));
  await call();
  expect(steps).toEqual(['sent']);
  await turn();
  expect(steps).toEqual(['sent', 'last named']);
  await turn();
  await call();
  await turn();
  expect(steps).toEqual(['sent', 'last named', 'first named', 'sent']);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
])('work that %s fails nothing', async (_, work) => {
  doWhileWaiting(work);
  useWait();
  await turn();
  await turn();
});

test('what is needed before a wait is made at once, and only once', async () => {
  const make = vi.fn(() => ({}));
  const made = onceWhileWaiting(make);
  const first = made();
  useWait();
  await turn();
  expect(made()).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});
