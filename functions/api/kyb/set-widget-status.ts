import { serve } from '#shared/http/serve';
import { openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { changeWidgetStatus, widgetWithStatus } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { vault } from '#shared/platform/vault';
import { setWidgetStatus as contract } from './set-widget-status.contract.ts';

/** PATCH /v1/kyb/widgets/{id}/status: one write. */
export const handler = serve(contract, {
  effects: [vault],
  // Read before the write: without the vault no response would be possible.
  load: (_, { vault }) => vault(),
  answer: async ({ path, body, caller, meta }, { table, vault }) => {
    const result = await table.write(changeWidgetStatus(caller, path.id, body.status, meta.nowMs));
    const widget = widgetWithStatus(result, caller, body.status);
    return { success: true, data: widgetView(widget, await openEmbedSigningSecret(widget, vault)) };
  },
});
