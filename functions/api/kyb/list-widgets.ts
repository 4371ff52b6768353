import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { listOwnedWidgets } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { vault } from '#shared/platform/vault';
import { listWidgets } from './list-widgets.contract.ts';

/** GET /v1/kyb/widgets */
export const handler = serve(listWidgets, {
  effects: [vault],
  load: async ({ query, caller }, { table, vault }) => {
    // The vault's secret is read in parallel with the list, so that it is in memory when the widgets arrive.
    const [page] = await Promise.all([listOwnedWidgets(table, caller, query), vault()]);
    return page;
  },
  answer: async ({ query, loaded: page }, { vault }) => ({
    success: true,
    ...(await pageBody(page, query, async (widget) => widgetView(widget, await openEmbedSigningSecret(widget, vault)))),
  }),
});
