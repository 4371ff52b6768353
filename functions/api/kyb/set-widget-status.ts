import type { Item } from '#shared/db/expressions';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { openEmbedSigningSecret, type Widget } from '#shared/onboarding/widgets/widget';
import {
  changedStatus,
  findOwnedWidget,
  ownedWidget,
  widgetRecord,
} from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { vault } from '#shared/platform/vault';
import { setWidgetStatus as contract } from './set-widget-status.contract.ts';

/** PATCH /v1/kyb/widgets/{id}/status. The same status again changes nothing. */
export const handler = serve(contract, {
  effects: [vault],
  // The vault is read before the write: without it no response would be possible.
  load: async ({ path, caller }, { table, vault }) => {
    const [widget] = await Promise.all([findOwnedWidget(table, caller, path.id), vault()]);
    return widget;
  },
  answer: async ({ path, body: { status }, caller, loaded, meta }, { table, vault }) => {
    if (!loaded) throw new ApiError('WIDGET_NOT_FOUND');
    const attempt = async (latest: Widget) => {
      if (latest.status === status) return { result: { written: true } as const, value: latest };
      const { changed, operations } = changedStatus(latest, status, meta.nowMs);
      return { result: await table.transact(operations), value: changed };
    };
    const { key } = widgetRecord(path.id);
    const newer = (_: Widget, found: readonly (Item | undefined)[]) =>
      ownedWidget(
        found.find((item) => item?.pk === key.pk && item.sk === key.sk),
        caller,
      );
    const { result, value: widget } = await onLatest(loaded, attempt, newer);
    // Deleted by another call since it was read.
    if (!result.written) throw new ApiError('WIDGET_NOT_FOUND');
    return { success: true, data: widgetView(widget, await openEmbedSigningSecret(widget, vault)) };
  },
});
