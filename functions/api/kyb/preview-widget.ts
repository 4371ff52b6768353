import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { PREVIEW_SECONDS, previewSignature } from '#shared/onboarding/embed/preview';
import { openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { apiUrl } from '#shared/platform/api-url';
import { isoTime } from '#shared/platform/clock';
import { vault } from '#shared/platform/vault';
import { previewWidget } from './preview-widget.contract.ts';

/** POST /v1/kyb/widgets/{id}/preview */
export const handler = serve(previewWidget, {
  effects: [vault],
  load: async ({ path, caller }, { table, vault }) => {
    // The vault's secret is read in parallel with the widget, so that it is in memory when the widget arrives.
    const [widget] = await Promise.all([findOwnedWidget(table, caller, path.id), vault()]);
    return widget;
  },
  answer: async ({ loaded: widget, meta }, { vault }) => {
    if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
    const signature = previewSignature(widget, await openEmbedSigningSecret(widget, vault), meta.nowMs);
    const url = `${apiUrl()}/w/${widget.embedLinkToken}?${new URLSearchParams({ preview: signature })}`;
    return { success: true, data: { url, expiresAt: isoTime(meta.nowMs + PREVIEW_SECONDS * 1000) } } as const;
  },
});
