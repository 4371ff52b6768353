import { errorPage } from '#shared/http/error-page';
import { hostedPage } from '#shared/onboarding/embed/hosted-page';
import { GOING_ON, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { vault } from '#shared/platform/vault';
import { pageAssets } from '#web/assets';
import { showHostedPage } from './show-hosted-page.contract.ts';

/** GET /w/{token} */
export const handler = serveEmbed(
  showHostedPage,
  {
    tokenOf: ({ path }) => path.token,
    previewOf: ({ query }) => query.preview,
    statuses: GOING_ON,
    reads: true,
    unknownToken: 'WIDGET_NOT_FOUND',
  },
  {
    effects: [vault],
    errorPage,
    answer: ({ caller: { widget, preview } }) => {
      const { html, headers } = hostedPage(widget, pageAssets(), preview === true);
      // A session that is open may finish on a paused widget; without one its page says that nothing can be opened.
      const status = widget.status === 'live' || preview ? 200 : 403;
      return { status, body: html, headers } as const;
    },
  },
);
