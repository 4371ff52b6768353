import type { AccountCaller } from '#shared/http/caller/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { openSigningSecret } from '#shared/onboarding/widgets/widget';
import { setWidgetStatus } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, readVault } from '#shared/platform/vault';
import { setWidgetStatus as contract } from './set-widget-status.contract.ts';

/** Sets a widget's status by one write. @param vault reads the secret that its signing secret is sealed with. */
export const setWidgetStatusEndpoint = (
  vault: ReadVault,
): Endpoint<typeof contract, VersionedSecret, AccountCaller> => ({
  // Before the write: without the vault nothing could be answered.
  load: () => vault(),
  answer: async ({ path, body, caller, meta }, { table }) => {
    const widget = await setWidgetStatus(table, caller, path.id, body.status, meta.nowMs);
    return { status: 200, body: { success: true, data: widgetView(widget, await openSigningSecret(widget, vault)) } };
  },
});

/** PATCH /v1/kyb/widgets/{id}/status */
export const handler = serve(contract, setWidgetStatusEndpoint(readVault));
