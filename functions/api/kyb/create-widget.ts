import { serve } from '#shared/http/serve';
import { configWarnings } from '#shared/onboarding/widgets/config-warnings';
import { newWidget, openSigningSecret } from '#shared/onboarding/widgets/widget';
import { addWidget } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { environmentOf } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { createWidget } from './create-widget.contract.ts';

/** POST /v1/kyb/widgets: a widget with a token and a signing secret of its own. */
export const handler = serve(createWidget, {
  effects: [vault],
  load: (_, { vault }) => vault(),
  answer: async ({ body, caller, loaded: sealingSecret, meta }, { commit, vault }) => {
    const environment = environmentOf(caller, body.environment, 'sandbox');
    const widget = newWidget({ accountId: caller.accountId, environment }, body, sealingSecret, meta.nowMs);
    const data = widgetView(widget, await openSigningSecret(widget, vault));
    const warnings = configWarnings(widget.config);
    const answer = { success: true, data, ...(warnings.length > 0 && { warnings }) } as const;
    const result = await commit(addWidget(widget), answer);
    if (!result.written) throw new Error('A widget with a new id was there already');
    return answer;
  },
});
