import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { findListedWidget, widgetDeletion } from '#shared/onboarding/widgets/widget-changes';
import { appRegistrationDeletions, readRegistrations } from '#shared/webhooks/registrations/registration-repository';
import { deleteWidget } from './delete-widget.contract.ts';

/** Every further attempt means that a registration of the widget has just been created or deleted. */
const MAX_TRIES = 5;

/** DELETE /v1/kyb/widgets/{id}: the widget and its registrations in one transaction. */
export const handler = serve(deleteWidget, {
  load: async ({ path, caller }, { table }) => {
    const [listed, registrations] = await Promise.all([
      findListedWidget(table, caller, path.id),
      readRegistrations(table, caller.accountId),
    ]);
    return { listed, registrations };
  },
  answer: async ({ caller, loaded, meta }, { table, commit }) => {
    if (!loaded.listed) throw new ApiError('WIDGET_NOT_FOUND');
    const { listed } = loaded;
    const app = { ...listed.widget, appId: listed.widget.id };
    const response = { success: true, message: 'Widget deleted.' } as const;
    let { registrations } = loaded;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const result = await commit(
        { ...appRegistrationDeletions(app, registrations, meta.nowMs), ...widgetDeletion(caller, listed, meta.nowMs) },
        response,
      );
      if (result.written) return response;
      // Deleted by another call since it was read.
      if (result.refusals.widget) throw new ApiError('WIDGET_NOT_FOUND');
      registrations = await readRegistrations(table, caller.accountId);
    }
    throw new Error('The registrations of a widget moved on before each try to delete it');
  },
});
