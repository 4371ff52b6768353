import { ApiError } from '#shared/errors/api-error';
import { scopeIn } from '#shared/http/caller/reached-environments';
import { unknownFields } from '#shared/http/schemas/unknown-fields';
import { serve } from '#shared/http/serve';
import { creationWrites, newExport } from '#shared/onboarding/exports/applicant-export';
import { exportView } from '#shared/onboarding/exports/export-view';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { createExportBody } from './contract-parts.ts';
import { createExport } from './create-export.contract.ts';

/** POST /v1/kyb/exports */
export const handler = serve(createExport, {
  load: async ({ body: { widgetId }, caller }, { table }) =>
    widgetId === undefined ? undefined : findOwnedWidget(table, caller, widgetId),
  answer: async ({ body, caller, loaded: widget, meta }, { commit }) => {
    if (body.widgetId !== undefined && !widget) throw new ApiError('WIDGET_NOT_FOUND');
    const made = newExport(scopeIn(caller, body.environment), body, widget, meta.nowMs);
    const warnings = unknownFields(createExportBody, meta);
    const response = {
      success: true,
      data: exportView(made, null),
      ...(warnings.length > 0 && { warnings }),
    } as const;
    const result = await commit(creationWrites(made, meta.nowMs), response);
    if (result.written) return response;
    throw new ApiError('EXPORT_RUNNING', {
      details: { exportId: String(result.refusals.running?.found?.['exportId'] ?? '') },
    });
  },
});
