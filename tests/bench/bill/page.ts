import { PRICES_AS_OF } from '#tests/bench/prices';
import { totalsOf } from './bill.ts';
import type { StageBill } from './stage-bill.ts';

const dollars = (value: number): string =>
  value.toLocaleString(
    'en',
    value < 100 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 },
  );

/** A table of Markdown with numbers in all columns but the first. */
export const numbersTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${headings.join(' | ')} |`,
    `|---|${headings
      .slice(1)
      .map(() => '--:|')
      .join('')}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

/** CloudWatch's lines are what can be saved at, so each is shown. */
const partOf = ({ service, what }: StageBill['lines'][number]): string => {
  if (service !== 'CloudWatch') return service;
  if (what.includes('alarms')) return 'CloudWatch alarms';
  return what.includes('logs') ? 'CloudWatch logs' : `CloudWatch ${what}`;
};

/** The bills of a stage beside each other, by service. */
export const billTable = (bills: readonly StageBill[]): string => {
  const columns = bills.map(({ lines }) => {
    const sums = new Map<string, number>();
    for (const line of lines) sums.set(partOf(line), (sums.get(partOf(line)) ?? 0) + line.dollars);
    return sums;
  });
  const parts = [...new Set(columns.flatMap((sums) => [...sums.keys()]))];
  const rows = parts
    .map((part) => ({ part, values: columns.map((sums) => sums.get(part) ?? 0) }))
    .filter(({ values }) => values.some((value) => value >= 0.05))
    .map(({ part, values }) => [part, ...values.map(dollars)]);
  const totals = bills.map(({ lines }) => totalsOf(lines));
  return `${numbersTable(
    [`USD a month, ${bills[0]?.inventory.region}, ${PRICES_AS_OF}`, ...bills.map(({ usage }) => usage.name)],
    [
      ...rows,
      ['**total**', ...totals.map((total) => dollars(total.dollars))],
      ['after allowances', ...totals.map((total) => dollars(total.afterAllowances))],
    ],
  )}`;
};
