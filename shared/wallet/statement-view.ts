import * as v from 'valibot';
import { csvLine } from '#shared/platform/csv';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { ENTRY_TYPES } from './ledger-entry.ts';
import type { Statement } from './statement.ts';

const statementLineBody = component(
  v.object({
    type: described(v.picklist(ENTRY_TYPES), 'Whether money was added (`credit`) or taken (`debit`).'),
    actionKey: described(
      v.nullable(v.string()),
      'The key of the action that was charged or refunded, as in the pricing rates. Null for top-ups and for ' +
        'changes in test money.',
    ),
    count: described(v.number(), 'The number of transactions.', WHOLE),
    amountKobo: described(v.number(), 'The total of the transactions, in kobo. Never negative.', WHOLE),
  }),
  'StatementLine',
  'The total of all transactions of one type and action.',
);

/** A statement as the API shows it. */
export const statementBody = component(
  v.object({
    environment: environmentSchema,
    month: described(v.string(), 'The month, as `YYYY-MM`.'),
    from: described(v.string(), 'The first moment of the month in Africa/Lagos.', DATE_TIME),
    to: described(v.string(), 'The last moment of the month in Africa/Lagos.', DATE_TIME),
    isComplete: described(v.boolean(), 'Whether the month has ended. Until it has, the figures can still change.'),
    openingBalanceKobo: described(v.number(), 'The balance before the month, in kobo.', WHOLE),
    creditKobo: described(v.number(), 'The total of all credits, in kobo.', WHOLE),
    debitKobo: described(v.number(), 'The total of all debits, in kobo.', WHOLE),
    closingBalanceKobo: described(
      v.number(),
      'The balance at the end of the month, in kobo. While the month has not ended, the current balance.',
      WHOLE,
    ),
    lines: described(v.array(statementLineBody), 'The totals by type and action, credits first.'),
  }),
  'Statement',
  'The totals of a wallet in a month, with the balance before and after it.',
);

const totalOf = ({ lines }: Statement, type: 'credit' | 'debit'): number =>
  lines.reduce((total, line) => total + (line.type === type ? line.amountKobo : 0), 0);

/** Shows a statement. */
export const statementView = (statement: Statement): v.InferOutput<typeof statementBody> => ({
  ...statement,
  creditKobo: totalOf(statement, 'credit'),
  debitKobo: totalOf(statement, 'debit'),
  lines: [...statement.lines],
});

/** Kobo as naira, with two decimals. */
const naira = (amountKobo: number) => ({ number: (amountKobo / 100).toFixed(2) });

/** A statement as CSV: the opening balance, each line, the closing balance. */
export const statementCsv = ({ openingBalanceKobo, closingBalanceKobo, lines }: Statement): string =>
  [
    ['line', 'type', 'action_key', 'count', 'amount_kobo', 'amount_naira'],
    ['opening_balance', '', '', '', openingBalanceKobo, naira(openingBalanceKobo)],
    ...lines.map(({ type, actionKey, count, amountKobo }) => [
      'transactions',
      type,
      actionKey,
      count,
      amountKobo,
      naira(amountKobo),
    ]),
    ['closing_balance', '', '', '', closingBalanceKobo, naira(closingBalanceKobo)],
  ]
    .map(csvLine)
    .join('');
