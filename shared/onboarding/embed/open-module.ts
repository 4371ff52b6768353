import { ApiError } from '#shared/errors/api-error';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { openModules } from '#shared/onboarding/sessions/flow';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { unknownModule } from '#shared/onboarding/widgets/widget-config';

/** The error for a known module that is disabled, or was when the session was opened. */
const notEnabled = (id: string): ApiError => {
  const message = MODULE_IDS.some((known) => known === id) ? `Module "${id}" is not enabled` : unknownModule(id);
  return new ApiError('MODULE_NOT_ENABLED', { details: [{ path: 'moduleId', message }] });
};

/**
 * Finds a module that an applicant names, among those that can be answered.
 *
 * @returns the module, and all that can be answered, in order.
 * @throws ApiError MODULE_NOT_ENABLED.
 */
export const requireOpenModule = (
  { config }: Widget,
  { moduleOrder }: EmbedSession,
  id: string,
): { readonly moduleId: ModuleId; readonly open: readonly ModuleId[] } => {
  const open = openModules(config, moduleOrder);
  const moduleId = open.find((one) => one === id);
  if (moduleId === undefined) throw notEnabled(id);
  return { moduleId, open };
};
