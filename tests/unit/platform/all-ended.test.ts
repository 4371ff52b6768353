import { expect, test } from 'vitest';
import { allEnded } from '#shared/platform/all-ended';

test('returns the results of all calls in their order', async () => {
  expect(await allEnded([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});

test('fails with the first failure in order, and not before the last call has ended', async () => {
  const ended: string[] = [];
  let finishWrite = (): void => undefined;
  const write = new Promise<void>((resolve) => {
    finishWrite = () => {
      ended.push('write');
      resolve();
    };
  });
  const outcome = allEnded([write, Promise.reject(new Error('first')), Promise.reject(new Error('second'))]).catch(
    (error: Error) => ended.push(error.message),
  );
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  finishWrite();
  await outcome;
  expect(ended).toEqual(['write', 'first']);
});
