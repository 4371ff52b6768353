import { expect, test } from 'vitest';
import { makeKnownCredentials } from '#shared/http/caller/known-credentials';

test('what was verified is known, and nothing else', () => {
  const known = makeKnownCredentials();
  known.add('one');
  expect(known.has('one')).toBe(true);
  expect(known.has('other')).toBe(false);
});

test('the cache is bounded: the least recently verified is forgotten', () => {
  const known = makeKnownCredentials();
  known.add('often');
  known.add('once');
  for (let index = 0; index < 4_998; index++) known.add(`credential-${index}`);
  known.add('often');
  known.add('one more');
  expect([known.has('often'), known.has('one more'), known.has('credential-0')]).toStrictEqual([true, true, true]);
  expect(known.has('once')).toBe(false);
});
