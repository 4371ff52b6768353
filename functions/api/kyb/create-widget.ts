import { onLatest } from '#shared/db/latest';
import { type ListHead, newerHead, nextPlace, readHead } from '#shared/db/lists/counted-list';
import { serve } from '#shared/http/serve';
import { askAddresses, confirmationWarnings, unconfirmedAmong } from '#shared/mails/follower-addresses';
import { confirmationOrders } from '#shared/mails/queue/mail-queue';
import { configWarnings } from '#shared/onboarding/widgets/config-warnings';
import { templateWarnings } from '#shared/onboarding/widgets/template-ids';
import { newWidget, openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { addWidget, widgetListOf } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { environmentOf } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { textSettings } from '#shared/sources/text-settings';
import { createWidget } from './create-widget.contract.ts';

/** POST /v1/kyb/widgets: creates a widget with its own token and signing secret. */
export const handler = serve(createWidget, {
  effects: [confirmationOrders, textSettings, vault],
  load: async ({ body, caller }, { table, vault }) => {
    const [sealingSecret, head, unconfirmed] = await Promise.all([
      vault(),
      readHead(table, widgetListOf(caller)),
      unconfirmedAmong(table, caller.accountId, body.config.notifications.notifyAdminEmail),
    ]);
    return { sealingSecret, head, unconfirmed };
  },
  answer: async (
    { body, caller, loaded: { sealingSecret, head, unconfirmed }, meta },
    { commit, codes: order, textSettings: sendsTexts, vault, log },
  ) => {
    const owner = { accountId: caller.accountId, environment: environmentOf(caller, body.environment, 'sandbox') };
    const warnings = [
      ...templateWarnings(body.templateId),
      ...configWarnings(body.config, { environment: owner.environment, sendsTexts: sendsTexts() }),
      ...confirmationWarnings(unconfirmed),
    ];
    const attempt = async (latest: ListHead) => {
      const place = nextPlace(latest, meta.nowMs);
      const widget = newWidget(owner, body, sealingSecret, place.atMs);
      const data = widgetView(widget, await openEmbedSigningSecret(widget, vault));
      const response = { success: true, data, ...(warnings.length > 0 && { warnings }) } as const;
      return { result: await commit(addWidget(widget, place), response), value: response };
    };
    const { result, value } = await onLatest(head, attempt, newerHead(widgetListOf(caller)));
    if (!result.written) throw new Error('A widget with a new id was there already');
    await askAddresses(caller.accountId, unconfirmed, { order, log });
    return value;
  },
});
