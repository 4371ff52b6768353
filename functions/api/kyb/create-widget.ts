import type { AccountCaller } from '#shared/http/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { configWarnings } from '#shared/onboarding/config-warnings';
import { widgetView } from '#shared/onboarding/views';
import { newWidget } from '#shared/onboarding/widget';
import { addWidget } from '#shared/onboarding/widget-repository';
import { env } from '#shared/platform/env';
import { readSecret, type VersionedSecret } from '#shared/platform/secrets';
import { createWidget } from './contracts.ts';

/** Creates a widget with a token and a signing secret of its own. @param readVault reads the secret that seals. */
export const createWidgetEndpoint = (
  readVault: () => Promise<VersionedSecret>,
): Endpoint<typeof createWidget, VersionedSecret, AccountCaller> => ({
  load: readVault,
  answer: async ({ body, caller, loaded: vault, meta }, { commit }) => {
    const widget = newWidget(caller.accountId, body, vault, meta.nowMs);
    const warnings = configWarnings(widget.config);
    const answer = {
      status: 201,
      body: { success: true, data: widgetView(widget, vault), ...(warnings.length > 0 && { warnings }) },
    } as const;
    const result = await commit(addWidget(widget), answer);
    if (!result.written) throw new Error('A widget with a new id was there already');
    return answer;
  },
});

/** POST /v1/kyb/widgets */
export const handler = serve(
  createWidget,
  createWidgetEndpoint(() => readSecret(env('VAULT_SECRET_NAME'))),
);
