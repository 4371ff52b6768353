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

/** From how many dollars a part has a row of its own. */
const SHOWN_FROM_DOLLARS = 3;

/** CloudWatch's lines are where something can be saved, so each is shown. */
const partOf = ({ service, what }: StageBill['lines'][number]): string => {
  if (service !== 'CloudWatch') return what === 'empty polls' ? 'SQS, empty polls' : service;
  if (what.includes('alarms')) return 'alarms';
  return what.replace(/^GB of (logs) .*|^(metrics) of the service/, '$1$2');
};

/** The bills of a stage beside each other, by service. What is small in the second of them is one row. */
export const billTable = (bills: readonly StageBill[]): string => {
  const [, typical] = bills.map(({ lines }) => lines);
  const dollarsOf = (lines: StageBill['lines'], part: string): number =>
    lines.reduce((sum, line) => sum + (partOf(line) === part ? line.dollars : 0), 0);
  const parts = [...new Set((typical ?? []).map(partOf))].filter(
    (part) => dollarsOf(typical ?? [], part) >= SHOWN_FROM_DOLLARS,
  );
  const totals = bills.map(({ lines }) => totalsOf(lines));
  const others = bills.map(({ lines }) =>
    lines.reduce((sum, line) => sum + (parts.includes(partOf(line)) ? 0 : line.dollars), 0),
  );
  return numbersTable(
    ['USD a month', ...bills.map(({ usage }) => usage.name)],
    [
      ...parts.map((part) => [part, ...bills.map(({ lines }) => dollars(dollarsOf(lines, part)))]),
      ['others', ...others.map(dollars)],
      ['**all**', ...totals.map((total) => dollars(total.dollars))],
      ['after allowances', ...totals.map((total) => dollars(total.afterAllowances))],
    ],
  );
};
