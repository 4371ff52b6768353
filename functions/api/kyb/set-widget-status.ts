import type { AccountCaller } from '#shared/http/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { widgetView } from '#shared/onboarding/views';
import { setWidgetStatus } from '#shared/onboarding/widget-repository';
import { env } from '#shared/platform/env';
import { readSecret, type VersionedSecret } from '#shared/platform/secrets';
import { setWidgetStatus as contract } from './contracts.ts';

/** Sets a widget's status by one write. @param readVault reads the secret that its signing secret is sealed with. */
export const setWidgetStatusEndpoint = (
  readVault: () => Promise<VersionedSecret>,
): Endpoint<typeof contract, VersionedSecret, AccountCaller> => ({
  load: readVault,
  answer: async ({ path, body, caller, loaded: vault, meta }, { table }) => {
    const widget = await setWidgetStatus(table, caller.accountId, path.id, body.status, meta.nowMs);
    return { status: 200, body: { success: true, data: widgetView(widget, vault) } };
  },
});

/** PATCH /v1/kyb/widgets/{id}/status */
export const handler = serve(
  contract,
  setWidgetStatusEndpoint(() => readSecret(env('VAULT_SECRET_NAME'))),
);
