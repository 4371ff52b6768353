import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { askAddresses, confirmationWarnings, unconfirmedAmong } from '#shared/mails/follower-addresses';
import { confirmationOrders } from '#shared/mails/queue/mail-queue';
import { configWarnings } from '#shared/onboarding/widgets/config-warnings';
import { templateWarnings } from '#shared/onboarding/widgets/template-ids';
import { openEmbedSigningSecret, type Widget } from '#shared/onboarding/widgets/widget';
import { changeWrite, isChanged, newerConfig } from '#shared/onboarding/widgets/widget-changes';
import { findOwnedWidget, ownedWidget } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { vault } from '#shared/platform/vault';
import { textSettings } from '#shared/sources/text-settings';
import { updateWidget } from './update-widget.contract.ts';

/** PATCH /v1/kyb/widgets/{id}: one write, based on the configuration in the table. */
export const handler = serve(updateWidget, {
  effects: [confirmationOrders, textSettings, vault],
  load: async ({ body, path, caller }, { table, vault }) => {
    const [widget, unconfirmed] = await Promise.all([
      findOwnedWidget(table, caller, path.id),
      unconfirmedAmong(table, caller.accountId, body.config?.notifications?.notifyAdminEmail),
      vault(),
    ]);
    return { widget, unconfirmed };
  },
  answer: async (
    { body: change, caller, loaded: { widget: loaded, unconfirmed }, meta },
    { table, codes: order, textSettings: sendsTexts, vault, log },
  ) => {
    if (!loaded) throw new ApiError('WIDGET_NOT_FOUND');
    const attempt = async (widget: Widget) => {
      if (!isChanged(widget, change)) return { result: { written: true } as const, value: widget };
      const result = await table.write(changeWrite(caller, widget, change, meta.nowMs));
      if (result.written) return { result: { written: true } as const, value: ownedWidget(result.item, caller) };
      const { found } = result;
      return {
        result: { written: false, refusals: { widget: { found } } },
        value: ownedWidget(found, caller),
      } as const;
    };
    const { result, value: widget } = await onLatest(loaded, attempt, (read, [found]) =>
      newerConfig(caller, read, found),
    );
    if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
    if (!result.written) throw new ApiError('NO_MODULE_ENABLED');
    const warnings = [
      ...templateWarnings(change.templateId),
      ...configWarnings(change.config ?? {}, { environment: widget.environment, sendsTexts: sendsTexts() }),
      ...confirmationWarnings(unconfirmed),
    ];
    await askAddresses(caller.accountId, unconfirmed, { order, log });
    return {
      success: true,
      data: widgetView(widget, await openEmbedSigningSecret(widget, vault)),
      ...(warnings.length > 0 && { warnings }),
    };
  },
});
