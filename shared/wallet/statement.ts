import { readTimedWhole } from '#shared/db/lists/timed-list';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { lagosDay, lagosMonth } from '#shared/platform/calendar';
import { grouped } from '#shared/platform/grouped';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type EntryType, fromLedgerItem, type LedgerEntry } from './ledger-entry.ts';
import { ledgerList } from './ledger-pages.ts';
import { wholeLedger } from './whole-ledger.ts';

/** Maximum transactions that a statement sums up: about 3,300 read units, in twenty parallel calls. */
export const MAX_STATEMENT_ENTRIES = 20_000;

/** The total of the transactions with one type and action. */
export interface StatementLine {
  readonly type: EntryType;
  /** Null for top-ups and changes of test money. */
  readonly actionKey: string | null;
  readonly count: number;
  readonly amountKobo: number;
}

/** A wallet's month: the balance before and after, and the totals in between. */
export interface Statement {
  readonly environment: AccountEnvironment['environment'];
  /** `YYYY-MM`, a month in Lagos. */
  readonly month: string;
  /** Its first and last moment, as UTC timestamps. */
  readonly from: string;
  readonly to: string;
  /** Whether the month has ended, so that nothing more is added to it. */
  readonly isComplete: boolean;
  readonly openingBalanceKobo: number;
  readonly closingBalanceKobo: number;
  /** Credits before debits, each by action. */
  readonly lines: readonly StatementLine[];
}

const lineName = ({ type, actionKey }: Pick<StatementLine, 'type' | 'actionKey'>): string =>
  `${type} ${actionKey ?? ''}`;

/** Sums entries up by type and action. */
const summedUp = (entries: readonly LedgerEntry[]): readonly StatementLine[] => {
  const lines = new Map<string, StatementLine>();
  for (const { type, actionKey, amountKobo } of entries) {
    const name = lineName({ type, actionKey });
    const { count, amountKobo: before } = lines.get(name) ?? { count: 0, amountKobo: 0 };
    lines.set(name, { type, actionKey, count: count + 1, amountKobo: before + amountKobo });
  }
  return [...lines.values()].sort((one, other) => (lineName(one) < lineName(other) ? -1 : 1));
};

const refused = (code: 'VALIDATION_FAILED' | 'RANGE_TOO_LONG', message: string): ApiError =>
  new ApiError(code, { details: [{ path: 'month', message }] });

/**
 * Sums up a month of a wallet: what was paid in, what each action charged or refunded, and the balance before and
 * after. Two trips, the second of parallel calls.
 *
 * @param month `YYYY-MM`, a month in Lagos.
 * @throws ApiError VALIDATION_FAILED for a month that has not begun; RANGE_TOO_LONG for one with more than {@link
 * MAX_STATEMENT_ENTRIES} transactions.
 */
export const sumUpMonth = async (
  table: TableReader,
  owner: AccountEnvironment,
  month: string,
  nowMs: number,
): Promise<Statement> => {
  const thisMonth = lagosDay(nowMs).slice(0, month.length);
  if (month > thisMonth) throw refused('VALIDATION_FAILED', 'month must not be later than the current month');
  const { from, to } = lagosMonth(month);
  const whole = await readTimedWhole(
    wholeLedger(table, owner),
    ledgerList(owner, undefined),
    { from, to },
    MAX_STATEMENT_ENTRIES,
  );
  if (!whole) {
    const most = grouped(MAX_STATEMENT_ENTRIES);
    throw refused(
      'RANGE_TOO_LONG',
      `A statement sums up at most ${most} transactions: list those of this month instead`,
    );
  }
  const entries = whole.items.map(fromLedgerItem);
  const openingBalanceKobo = whole.before ? fromLedgerItem(whole.before).balanceAfterKobo : 0;
  return {
    environment: owner.environment,
    month,
    from,
    to,
    isComplete: month < thisMonth,
    openingBalanceKobo,
    closingBalanceKobo: entries[0]?.balanceAfterKobo ?? openingBalanceKobo,
    lines: summedUp(entries),
  };
};
