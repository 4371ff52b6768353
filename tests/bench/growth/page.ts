import { SECONDS_OF_A_MONTH } from '#tests/bench/bill/bill';
import { numbersTable } from '#tests/bench/bill/page';
import type { StageBill } from '#tests/bench/bill/stage-bill';
import type { StoredFamily } from '#tests/bench/bill/stored';
import type { Growth } from '#tests/bench/cloud/table-growth';
import { pricesOf } from '#tests/bench/prices';
import { AT_THE_CAP, capOf, HOT_KEYS, unitsOf } from './hot-keys.ts';
import { type Load, QUOTAS } from './quotas.ts';

const FAMILIES_SHOWN = 6;

const rounded = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** What a year leaves, by family, and what keeping it costs a month. */
export const storedTable = (bills: readonly StageBill[]): string => {
  const [first] = bills;
  if (!first) return '';
  const { table, tableRecovery, files } = pricesOf(first.inventory.region).dollarsPerGigabyteMonth;
  const shown = first.stored.families.slice(0, FAMILIES_SHOWN);
  const of = ({ stored }: StageBill, { family, days }: StoredFamily): number =>
    stored.families.find((one) => one.family === family && one.days === days)?.gigabytes ?? 0;
  const rest = (bill: StageBill): number =>
    bill.stored.tableGigabytes - shown.reduce((sum, one) => sum + of(bill, one), 0);
  const dollars = ({ stored }: StageBill): number =>
    stored.tableGigabytes * (table + tableRecovery) + stored.fileGigabytes * files;
  return numbersTable(
    ['GB after a year', 'deleted after', ...bills.map(({ usage }) => usage.name)],
    [
      ...shown.map((one) => [
        `\`${one.family}\``,
        one.days === undefined ? 'kept' : `${one.days} days`,
        ...bills.map((bill) => rounded(of(bill, one))),
      ]),
      ['other items', '', ...bills.map((bill) => rounded(rest(bill)))],
      ['files', '', ...bills.map(({ stored }) => rounded(stored.fileGigabytes))],
      ['**USD a month**', '', ...bills.map((bill) => rounded(dollars(bill)))],
    ],
  );
};

/** The caps of the keys that become hot first. */
export const hotKeysTable = (growth: Readonly<Record<string, Growth>>): string =>
  [
    '| key | shared by | units | a second | then | raised by |',
    '|---|---|--:|--:|---|---|',
    ...HOT_KEYS.map((key) => {
      const cells = [`\`${key.family}\``, key.sharedBy, unitsOf(key, growth), capOf(key, growth).toLocaleString('en')];
      return `| ${[...cells, AT_THE_CAP[key.refuses], key.raisedBy].join(' | ')} |`;
    }),
  ].join('\n');

/** What a stage does in a second with a usage. */
const loadOf = ({ month, inventory }: StageBill): Load => ({
  callsASecond: month.calls / SECONDS_OF_A_MONTH,
  concurrency: month.gigabyteSeconds / inventory.memoryGigabytes / SECONDS_OF_A_MONTH,
  writeUnitsASecond: month.writeUnits / SECONDS_OF_A_MONTH,
  eventsASecond: month.events / SECONDS_OF_A_MONTH,
  mailsASecond: month.mails / SECONDS_OF_A_MONTH,
  functions: inventory.functions,
});

/** The quotas of an account: their defaults, and what each usage needs in its busiest second. */
export const quotasTable = (bills: readonly StageBill[]): string =>
  numbersTable(
    ['quota', 'default', ...bills.map(({ usage }) => usage.name)],
    QUOTAS.map(({ what, code, byDefault, needs }) => [
      `${what} (${code})`,
      byDefault.toLocaleString('en'),
      ...bills.map((bill) => rounded(Math.ceil(needs(loadOf(bill))))),
    ]),
  );
