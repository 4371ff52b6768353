import type { AccountCaller } from '#shared/http/caller/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { configWarnings } from '#shared/onboarding/widgets/config-warnings';
import { newWidget, openSigningSecret } from '#shared/onboarding/widgets/widget';
import { addWidget } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { environmentOf } from '#shared/platform/scope';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, readVault } from '#shared/platform/vault';
import { createWidget } from './create-widget.contract.ts';

/** Creates a widget with a token and a signing secret of its own. @param vault reads the secret that seals. */
export const createWidgetEndpoint = (
  vault: ReadVault,
): Endpoint<typeof createWidget, VersionedSecret, AccountCaller> => ({
  load: () => vault(),
  answer: async ({ body, caller, loaded: sealingSecret, meta }, { commit }) => {
    const environment = environmentOf(caller, body.environment, 'sandbox');
    const widget = newWidget({ accountId: caller.accountId, environment }, body, sealingSecret, meta.nowMs);
    const data = widgetView(widget, await openSigningSecret(widget, vault));
    const warnings = configWarnings(widget.config);
    const answer = {
      status: 201,
      body: { success: true, data, ...(warnings.length > 0 && { warnings }) },
    } as const;
    const result = await commit(addWidget(widget), answer);
    if (!result.written) throw new Error('A widget with a new id was there already');
    return answer;
  },
});

/** POST /v1/kyb/widgets */
export const handler = serve(createWidget, createWidgetEndpoint(readVault));
