import { expect, test } from 'vitest';
import { acceptedBudget, overBudget } from '#scripts/bundle/budget';

const BUDGET = { 'read-me': 100_000 };

test('a bundle may grow by 5% and shrink by any amount', () => {
  expect(overBudget([{ name: 'read-me', bytes: 105_000 }], BUDGET)).toEqual([]);
  expect(overBudget([{ name: 'read-me', bytes: 10 }], BUDGET)).toEqual([]);
});

test('a bundle that grows further is reported with both sizes', () => {
  expect(overBudget([{ name: 'read-me', bytes: 105_001 }], BUDGET)).toEqual(['read-me grew from 100.0 kB to 105.0 kB']);
});

test('a function without a budget is reported', () => {
  expect(overBudget([{ name: 'read-you', bytes: 1_000 }], BUDGET)).toEqual(['read-you is new, with 1.0 kB']);
});

test('accepting changes only the lines of functions that are new, gone, or differ by more than 5%', () => {
  const budget = { 'read-me': 100_000, 'read-you': 100_000, 'read-us': 100_000, 'read-them': 100_000 };
  const bundles = [
    { name: 'read-me', bytes: 105_000 },
    { name: 'read-you', bytes: 105_001 },
    { name: 'read-us', bytes: 90_000 },
    { name: 'read-it', bytes: 1_000 },
  ];
  expect(acceptedBudget(bundles, budget)).toEqual({
    'read-me': 100_000,
    'read-you': 105_001,
    'read-us': 90_000,
    'read-it': 1_000,
  });
});
