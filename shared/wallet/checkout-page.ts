import { escapeHtml } from '#shared/platform/escape-html';
import { naira } from '#shared/platform/naira';
import type { TopUp } from './top-up.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #1c1c1c }
  h1 { font-size: 1.25rem } .amount { font-size: 2rem; margin: .5rem 0 } code { font-size: .85rem }
  button { font: inherit; padding: .6rem 1rem; margin-right: .5rem; border: 1px solid #1c1c1c; border-radius: .4rem; background: #fff }
  button[value=success] { background: #1c1c1c; color: #fff }`;

const FORM = `
  <form method="post">
    <button type="submit" name="outcome" value="success">Pay</button>
    <button type="submit" name="outcome" value="failed">Let the payment fail</button>
  </form>`;

/** A simulated payment always has the requested amount, so it is never mismatched. */
const MESSAGES: Readonly<Partial<Record<TopUp['status'], string>>> = {
  pending: 'This is a simulated checkout: no money is taken.',
  failed: 'The payment failed and nothing was credited. You can try again.',
  success: 'The payment was received and the wallet has been credited. You can close this page.',
};

/**
 * The page of a simulated checkout: what is to be paid, and, until it is paid, a form that posts `outcome` to the same
 * URL.
 */
export const checkoutPage = ({ reference, amountKobo, environment, status }: TopUp): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Wallet top-up</title>
  <style>${STYLE}
  </style>
</head>
<body>
  <h1>Wallet top-up (${environment})</h1>
  <p class="amount">${naira(amountKobo)}</p>
  <p role="status">${MESSAGES[status]}</p>${status === 'success' ? '' : FORM}
  <p><code>${escapeHtml(reference)}</code></p>
</body>
</html>
`;
