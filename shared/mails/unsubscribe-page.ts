import { formPage } from './form-page.ts';
import { UNSUBSCRIBABLE, type UnsubscribableKind } from './unsubscribable.ts';

/** The field of the form, and its values. The field, and the value that ends mails, are those of RFC 8058, 3.1. */
export const UNSUBSCRIBE_FORM = { field: 'List-Unsubscribe', end: 'One-Click', begin: 'Subscribe' } as const;

const form = (value: string, label: string): string =>
  `  <form method="post"><input type="hidden" name="${UNSUBSCRIBE_FORM.field}" value="${value}">` +
  `<button type="submit">${label}</button></form>`;

/**
 * The page of a kind of mail that is sent, which offers to end it. Opening it changes nothing, because programs that
 * check links open them.
 */
export const subscribedPage = (kind: UnsubscribableKind): string =>
  formPage(
    'You are subscribed',
    '  <p role="status">You receive our emails about ' +
      `${UNSUBSCRIBABLE[kind].about}.</p>\n${form(UNSUBSCRIBE_FORM.end, 'Unsubscribe')}`,
  );

/** The page of a kind of mail that has ended, which offers to resume it. */
export const unsubscribedPage = (kind: UnsubscribableKind): string =>
  formPage(
    'You are unsubscribed',
    '  <p role="status">You no longer receive emails about ' +
      `${UNSUBSCRIBABLE[kind].about}.</p>\n${form(UNSUBSCRIBE_FORM.begin, 'Subscribe again')}`,
  );
