import { expect, test } from 'vitest';
import { boundedMap } from '#shared/platform/bounded-map';

test('A bounded map forgets the entry that was set longest ago', () => {
  const map = boundedMap<number>(2);
  map.set('one', 1);
  map.set('two', 2);
  map.set('one', 10);
  map.set('three', 3);
  expect(['one', 'two', 'three'].map(map.get)).toEqual([10, undefined, 3]);
  map.delete('one');
  map.set('four', 4);
  expect(['one', 'three', 'four'].map(map.get)).toEqual([undefined, 3, 4]);
});
