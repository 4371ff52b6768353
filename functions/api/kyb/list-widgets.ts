import type { AccountCaller } from '#shared/http/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { pagination } from '#shared/http/pagination';
import { serve } from '#shared/http/serve';
import { widgetView } from '#shared/onboarding/views';
import type { Widget } from '#shared/onboarding/widget';
import { listOwnedWidgets } from '#shared/onboarding/widget-repository';
import { env } from '#shared/platform/env';
import { readSecret, type VersionedSecret } from '#shared/platform/secrets';
import { listWidgets } from './contracts.ts';

interface Loaded {
  readonly widgets: readonly Widget[];
  readonly total: number;
  readonly vault: VersionedSecret;
}

/** Lists a page of the account's widgets. @param readVault reads the secret that their signing secrets are sealed with. */
export const listWidgetsEndpoint = (
  readVault: () => Promise<VersionedSecret>,
): Endpoint<typeof listWidgets, Loaded, AccountCaller> => ({
  load: async ({ query, caller }, { table }) => {
    const [page, vault] = await Promise.all([listOwnedWidgets(table, caller.accountId, query), readVault()]);
    return { ...page, vault };
  },
  answer: ({ query, loaded: { widgets, total, vault } }) => ({
    status: 200,
    body: {
      success: true,
      data: widgets.map((widget) => widgetView(widget, vault)),
      pagination: pagination(query, total),
    },
  }),
});

/** GET /v1/kyb/widgets */
export const handler = serve(
  listWidgets,
  listWidgetsEndpoint(() => readSecret(env('VAULT_SECRET_NAME'))),
);
