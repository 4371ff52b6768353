import { escapeHtml } from '#shared/platform/escape-html';
import type { Confirmation } from './confirmations.ts';
import { formPage } from './form-page.ts';

/**
 * The page that asks whether an address may be mailed. Opening it confirms nothing, because programs that check links
 * open them.
 */
export const confirmationPage = ({ email }: Pick<Confirmation, 'email'>): string =>
  formPage(
    'Confirm this email address',
    `  <p>${escapeHtml(email)} will receive emails when applicants are submitted or decided on.</p>
  <form method="post"><button type="submit">Confirm</button></form>`,
  );

/** The page after the confirmation. */
export const confirmedPage = ({ email }: Pick<Confirmation, 'email'>): string =>
  formPage('Confirmed', `  <p role="status">${escapeHtml(email)} is confirmed. You can close this page.</p>`);
