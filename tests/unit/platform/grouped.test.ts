import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { grouped } from '#shared/platform/grouped';
import { naira } from '#shared/platform/naira';

const NUMBERS = [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 987_654_321, Number.MAX_SAFE_INTEGER];
const SIGNED = NUMBERS.flatMap((number) => [number, -number]).filter((number) => !Object.is(number, -0));

test.each(SIGNED)('the thousands of %d are separated as Node separates them', (number) => {
  expect(grouped(number)).toBe(number.toLocaleString('en'));
});

test.each(SIGNED.filter((number) => Math.abs(number) < 1e15))('%d kobo are read as Node formats them', (kobo) => {
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });
  expect(naira(kobo)).toBe(`NGN ${format.format(kobo / 100)}`);
});

test("no function loads Node's data of languages to format a number", () => {
  const files = globSync(['functions/**/*.ts', 'shared/**/*.ts']);
  expect(files.length).toBeGreaterThan(500);
  const formatting = /\.toLocaleString\(|Intl\.NumberFormat\(/;
  expect(files.filter((file) => formatting.test(readFileSync(file, 'utf8')))).toStrictEqual([]);
});
