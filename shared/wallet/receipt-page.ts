import { lagosTime } from '#shared/platform/calendar';
import { escapeHtml } from '#shared/platform/escape-html';
import { grouped } from '#shared/platform/grouped';
import { naira } from '#shared/platform/naira';
import type { LedgerEntry } from './ledger-entry.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem; color: #1c1c1c }
  h1 { font-size: 1.25rem } .amount { font-size: 2rem; margin: .5rem 0 }
  .test { border: 2px solid #1c1c1c; padding: .5rem .75rem; font-weight: 600 }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .35rem .5rem .35rem 0; border-bottom: 1px solid #ccc }
  th { font-weight: 400; width: 40% } td { overflow-wrap: anywhere }
  @media print { body { margin: 0; max-width: none } }`;

/** The account on a receipt. */
export interface ReceiptAccount {
  readonly email: string;
  readonly companyName?: string | null | undefined;
}

/** An amount in naira, and in kobo as transactions have it. */
const money = (amountKobo: number): string => `${naira(amountKobo)} (${grouped(amountKobo)} kobo)`;

/** The name of each type of entry, and how it changes the balance. */
const DIRECTIONS = { credit: { name: 'Credit', sign: 1 }, debit: { name: 'Charge', sign: -1 } } as const;

/**
 * The page of a receipt: every fact of a transaction that bookkeeping needs. It has no script and loads no file, so
 * that it can be printed and archived as it is.
 */
export const receiptPage = (entry: LedgerEntry, account: ReceiptAccount | undefined): string => {
  const { name, sign } = DIRECTIONS[entry.type];
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['Receipt', entry.id],
    ['Date', `${lagosTime(Date.parse(entry.createdAt))} (Lagos)`],
    ['Type', name],
    ['Description', entry.description],
    ['Action', entry.actionKey],
    ['Reference', entry.reference],
    ['Company', account?.companyName],
    ['Email', account?.email],
    ['Account', entry.accountId],
    ['Environment', entry.environment],
    ['Balance before', money(entry.balanceAfterKobo - sign * entry.amountKobo)],
    ['Balance after', money(entry.balanceAfterKobo)],
  ];
  const lines = rows.flatMap(([title, text]) =>
    text ? `    <tr><th scope="row">${title}</th><td>${escapeHtml(text)}</td></tr>` : [],
  );
  const isTest = entry.environment === 'sandbox';
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Receipt ${escapeHtml(entry.id)}</title>
  <style>${STYLE}
  </style>
</head>
<body>
  <h1>Receipt</h1>${isTest ? '\n  <p class="test">Test money: nothing was paid.</p>' : ''}
  <p class="amount">${money(entry.amountKobo)}</p>
  <table>
${lines.join('\n')}
  </table>
</body>
</html>
`;
};
