import { errorPage } from '#shared/http/error-page';
import { hostedPage } from '#shared/onboarding/embed/hosted-page';
import { OPENING, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { vault } from '#shared/platform/vault';
import { pageAssets } from '#web/assets';
import { showHostedPage } from './show-hosted-page.contract.ts';

/** GET /w/{token} */
export const handler = serveEmbed(
  showHostedPage,
  {
    tokenOf: ({ path }) => path.token,
    previewOf: ({ query }) => query.preview,
    statuses: OPENING,
    reads: true,
    unknownToken: 'WIDGET_NOT_FOUND',
  },
  {
    effects: [vault],
    errorPage,
    answer: ({ caller: { widget, preview } }) => {
      const { html, headers } = hostedPage(widget, pageAssets(), preview === true);
      return { status: 200, body: html, headers } as const;
    },
  },
);
