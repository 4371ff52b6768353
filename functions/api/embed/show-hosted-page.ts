import { ApiError } from '#shared/errors/api-error';
import { errorPage } from '#shared/http/error-page';
import { hostedPage } from '#shared/onboarding/embed/hosted-page';
import { CONTINUING_STATUSES, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { vault } from '#shared/platform/vault';
import { pageAssets } from '#web/assets';
import { showHostedPage } from './show-hosted-page.contract.ts';

/** GET /w/{token} */
export const handler = serveEmbed(
  showHostedPage,
  {
    tokenOf: ({ path }) => path.token,
    previewOf: ({ query }) => query.preview,
    statuses: CONTINUING_STATUSES,
    reads: true,
    unknownToken: 'WIDGET_NOT_FOUND',
  },
  {
    effects: [vault],
    errorPage,
    answer: ({ caller: { widget, preview } }) => {
      const { html, headers } = hostedPage(widget, pageAssets(), preview === true);
      if (widget.status === 'live' || preview) return { status: 200, body: html, headers } as const;
      // An open session may finish on a paused widget. Without one, the page says that nothing can be opened.
      const page = { html, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } };
      throw new ApiError('WIDGET_NOT_LIVE', { page });
    },
  },
);
