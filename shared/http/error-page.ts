import type { ApiError } from '#shared/errors/api-error';
import { type ErrorCode, statusOf } from '#shared/errors/errors';
import { escapeHtml } from '#shared/platform/escape-html';
import { inlineAsset, PAGE_HEADERS } from './page.ts';

/** What a page says about a refusal: a heading, and what to do now. */
type PageText = readonly [title: string, text: string];

const BY_CODE: Partial<Record<ErrorCode, PageText>> = {
  WIDGET_NOT_FOUND: [
    'This link does not work',
    'Check that it is complete, or ask whoever sent it to you for a new one.',
  ],
  WIDGET_NOT_LIVE: [
    'This form is not open at the moment',
    'Try again later, or ask whoever sent you the link when it will open.',
  ],
  IP_NOT_ALLOWED: [
    'This form cannot be opened from here',
    'It can only be opened on certain networks. Ask whoever sent you the link.',
  ],
  COUNTRY_NOT_ALLOWED: ['This form is not available here', 'It is not available in your country.'],
  PREVIEW_NOT_VALID: ['This preview has expired', 'Open a new preview. Each one works for fifteen minutes.'],
};

const BY_STATUS: Readonly<Record<number, PageText>> = {
  404: ['Page not found', 'Check that the address is complete.'],
  429: ['Too many requests', 'Wait a minute, then load this page again.'],
  500: ['Something went wrong', 'This is not your fault. Load this page again in a minute.'],
  503: ['This page is not available right now', 'Load it again in a minute.'],
};

const OTHER: PageText = ['This did not work', 'Go back and try again.'];

const STYLE = `
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 0 auto; padding: 18vh 1.5rem 2rem; color: #1b1f24; background: #fff }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
  p { margin: 0 0 1.5rem }
  small { color: #57606a; overflow-wrap: anywhere }`;

/** A page, and the headers that go with it. */
export interface ErrorPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders a refusal as a page for people: what it means to them, and its code. It is the same for every request, as
 * bodies of refusals are; the request id is in its header.
 */
export const errorPage = ({ code }: ApiError): ErrorPage => {
  const [title, text] = BY_CODE[code] ?? BY_STATUS[statusOf(code)] ?? OTHER;
  const style = inlineAsset(STYLE);
  return {
    html: `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${escapeHtml(title)}</title>
  <style>${style.text}</style>
</head>
<body>
  <main>
    <h1>${escapeHtml(title)}</h1>
    <p>${escapeHtml(text)}</p>
    <small>${escapeHtml(code)}</small>
  </main>
</body>
</html>
`,
    headers: {
      ...PAGE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src ${style.source}; form-action 'none'; base-uri 'none'`,
    },
  };
};
