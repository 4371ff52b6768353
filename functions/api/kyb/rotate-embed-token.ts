import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { rotatedWidget } from '#shared/onboarding/widgets/widget-changes';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { widgetView } from '#shared/onboarding/widgets/widget-view';
import { vault } from '#shared/platform/vault';
import { rotateEmbedToken } from './rotate-embed-token.contract.ts';

/**
 * POST /v1/kyb/widgets/{id}/rotate-embed-token. Every embed call reads the token again, so the old one stops working at
 * once.
 */
export const handler = serve(rotateEmbedToken, {
  effects: [vault],
  load: async ({ path, caller }, { table, vault }) => {
    const [widget] = await Promise.all([findOwnedWidget(table, caller, path.id), vault()]);
    return widget;
  },
  answer: async ({ caller, loaded: widget, meta }, { commit, vault }) => {
    if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
    const { rotated, operations } = rotatedWidget(caller, widget, meta.nowMs);
    const data = widgetView(rotated, await openEmbedSigningSecret(rotated, vault));
    const response = { success: true, data } as const;
    const { written } = await commit(operations, response);
    // Deleted by another call since it was read.
    if (!written) throw new ApiError('WIDGET_NOT_FOUND');
    return response;
  },
});
