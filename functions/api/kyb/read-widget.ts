import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { vault } from '#shared/platform/vault';
import { readWidget } from './read-widget.contract.ts';

/** GET /v1/kyb/widgets/{id} */
export const handler = serve(readWidget, {
  effects: [vault],
  load: async ({ path, caller }, { table, vault }) => {
    // The vault's secret is read in parallel with the widget, so that it is in memory when the widget arrives.
    const [widget] = await Promise.all([findOwnedWidget(table, caller, path.id), vault()]);
    return widget;
  },
  answer: async ({ loaded: widget }, { vault }) => {
    if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
    return { success: true, data: widgetView(widget, await openEmbedSigningSecret(widget, vault)) };
  },
});
