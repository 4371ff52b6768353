import type { AccountCaller } from '#shared/http/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { widgetView } from '#shared/onboarding/views';
import type { Widget } from '#shared/onboarding/widget';
import { findOwnedWidget } from '#shared/onboarding/widget-repository';
import { env } from '#shared/platform/env';
import { readSecret, type VersionedSecret } from '#shared/platform/secrets';
import { readWidget } from './contracts.ts';

interface Loaded {
  readonly widget: Widget | undefined;
  readonly vault: VersionedSecret;
}

/** Reads one widget of the account. @param readVault reads the secret that its signing secret is sealed with. */
export const readWidgetEndpoint = (
  readVault: () => Promise<VersionedSecret>,
): Endpoint<typeof readWidget, Loaded, AccountCaller> => ({
  load: async ({ path, caller }, { table }) => {
    const [widget, vault] = await Promise.all([findOwnedWidget(table, caller.accountId, path.id), readVault()]);
    return { widget, vault };
  },
  answer: ({ loaded: { widget, vault } }) => {
    if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
    return { status: 200, body: { success: true, data: widgetView(widget, vault) } };
  },
});

/** GET /v1/kyb/widgets/{id} */
export const handler = serve(
  readWidget,
  readWidgetEndpoint(() => readSecret(env('VAULT_SECRET_NAME'))),
);
