import { expect, test } from 'vitest';
import { overBudget } from '#scripts/bundle/budget';

const BUDGET = { 'read-me': 100_000 };

test('a bundle may grow by 5% and shrink at will', () => {
  expect(overBudget([{ name: 'read-me', bytes: 105_000 }], BUDGET)).toEqual([]);
  expect(overBudget([{ name: 'read-me', bytes: 10 }], BUDGET)).toEqual([]);
});

test('a bundle that grows further is reported with both sizes', () => {
  expect(overBudget([{ name: 'read-me', bytes: 105_001 }], BUDGET)).toEqual(['read-me grew from 100.0 kB to 105.0 kB']);
});

test('a function without a budget is reported', () => {
  expect(overBudget([{ name: 'read-you', bytes: 1_000 }], BUDGET)).toEqual(['read-you is new, with 1.0 kB']);
});
