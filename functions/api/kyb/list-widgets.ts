import type { AccountCaller } from '#shared/http/caller/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { openSigningSecret, type Widget } from '#shared/onboarding/widgets/widget';
import { listOwnedWidgets } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { type ReadVault, readVault } from '#shared/platform/vault';
import { listWidgets } from './list-widgets.contract.ts';

interface Loaded {
  readonly widgets: readonly Widget[];
  readonly total: number;
}

/** Lists a page of the account's widgets. @param vault reads the secret that their signing secrets are sealed with. */
export const listWidgetsEndpoint = (vault: ReadVault): Endpoint<typeof listWidgets, Loaded, AccountCaller> => ({
  load: async ({ query, caller }, { table }) => {
    // The vault's secret beside the list: when the widgets are there, it is in memory.
    const [page] = await Promise.all([listOwnedWidgets(table, caller, query), vault()]);
    return page;
  },
  answer: async ({ query, loaded: { widgets, total } }) => ({
    status: 200,
    body: {
      success: true,
      data: await Promise.all(
        widgets.map(async (widget) => widgetView(widget, await openSigningSecret(widget, vault))),
      ),
      pagination: pagination(query, total),
    },
  }),
});

/** GET /v1/kyb/widgets */
export const handler = serve(listWidgets, listWidgetsEndpoint(readVault));
