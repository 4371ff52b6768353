import type { AccountCaller } from '#shared/http/caller/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { openSigningSecret, type Widget } from '#shared/onboarding/widgets/widget';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { type ReadVault, readVault } from '#shared/platform/vault';
import { readWidget } from './read-widget.contract.ts';

/** Reads one widget of the account. @param vault reads the secret that its signing secret is sealed with. */
export const readWidgetEndpoint = (
  vault: ReadVault,
): Endpoint<typeof readWidget, Widget | undefined, AccountCaller> => ({
  load: async ({ path, caller }, { table }) => {
    // The vault's secret beside the widget: when that is there, it is in memory.
    const [widget] = await Promise.all([findOwnedWidget(table, caller, path.id), vault()]);
    return widget;
  },
  answer: async ({ loaded: widget }) => {
    if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
    const data = widgetView(widget, await openSigningSecret(widget, vault));
    return { status: 200, body: { success: true, data } } as const;
  },
});

/** GET /v1/kyb/widgets/{id} */
export const handler = serve(readWidget, readWidgetEndpoint(readVault));
