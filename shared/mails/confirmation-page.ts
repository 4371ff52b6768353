import { escaped } from '#shared/platform/escaped';
import type { Confirmation } from './confirmations.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 4rem auto; padding: 0 1rem; color: #1c1c1c }
  h1 { font-size: 1.25rem }
  button { font: inherit; padding: .6rem 1rem; border: 1px solid #1c1c1c; border-radius: .4rem; background: #1c1c1c; color: #fff }`;

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>${STYLE}
  </style>
</head>
<body>
  <h1>${title}</h1>
${content}
</body>
</html>
`;

/** The page that asks whether an address is to be mailed. Opening it confirms nothing: programs that check links open them. */
export const confirmationPage = ({ email }: Pick<Confirmation, 'email'>): string =>
  page(
    'Confirm this e-mail address',
    `  <p>${escaped(email)} will be mailed when applicants are submitted or decided.</p>
  <form method="post"><button type="submit">Confirm</button></form>`,
  );

/** The page once it is confirmed. */
export const confirmedPage = ({ email }: Pick<Confirmation, 'email'>): string =>
  page('Confirmed', `  <p role="status">${escaped(email)} is confirmed. You can close this page.</p>`);
