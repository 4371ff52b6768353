import { errorPage } from '#shared/http/error-page';
import { serve } from '#shared/http/serve';
import { docsPage } from '#web/docs-assets';
import { showDocs } from './show-docs.contract.ts';

/** Whether a browser has the version with this tag: a weak comparison (RFC 9110, 13.1.2). */
const hasVersion = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim())) ?? false;

/**
 * GET /v1/docs
 *
 * A browser keeps the page but asks each time, so that a deployment shows at once.
 */
export const handler = serve(showDocs, {
  errorPage,
  answer: ({ meta }) => {
    const page = docsPage();
    const headers = {
      ...page.headers,
      'Cache-Control': 'no-cache',
      // Weak, because it is the same however the page is compressed.
      ETag: `W/${page.tag}`,
      Vary: 'Accept-Encoding',
    };
    return hasVersion(meta.headers['if-none-match'], page.tag)
      ? ({ status: 304, body: '', headers } as const)
      : ({ status: 200, body: page.html, headers } as const);
  },
});
