import { isAnswered, type SessionAnswers } from '#shared/onboarding/modules/answers';
import { FILES_NEEDED } from '#shared/onboarding/modules/module-files';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { moduleOrder, type WidgetConfig } from '#shared/onboarding/widgets/widget-config';
import type { EmbedSession } from './embed-session.ts';

/** The module after one that was just saved; the last module stays current until the session is submitted. */
export const nextModule = (order: readonly ModuleId[], saved: ModuleId): ModuleId =>
  order[order.indexOf(saved) + 1] ?? saved;

/** The modules an applicant can answer: those that the session was opened with and the widget still has enabled. */
export const openModules = (
  config: Pick<WidgetConfig, 'modules' | 'flow'>,
  sessionOrder: readonly ModuleId[],
): readonly ModuleId[] => {
  const enabled = new Set(moduleOrder(config));
  return sessionOrder.filter((id) => enabled.has(id));
};

/**
 * The module at which a session continues: its current one, or, if the widget has disabled that since, the next one
 * that can be answered, or the last. Null when there is none, and once the session is submitted.
 */
export const currentModule = (
  config: Pick<WidgetConfig, 'modules' | 'flow'>,
  { currentModuleId, moduleOrder: sessionOrder }: Pick<EmbedSession, 'currentModuleId' | 'moduleOrder'>,
): ModuleId | null => {
  if (currentModuleId === null) return null;
  const open = openModules(config, sessionOrder);
  const following = sessionOrder.slice(sessionOrder.indexOf(currentModuleId)).find((id) => open.includes(id));
  return following ?? open.at(-1) ?? null;
};

/**
 * The required modules among these that lack the answer to a required field or a required file. A session cannot be
 * submitted while there are any.
 */
export const incompleteModules = (
  config: Pick<WidgetConfig, 'modules'>,
  open: readonly ModuleId[],
  { answers, attachments }: { readonly answers: SessionAnswers } & Pick<EmbedSession, 'attachments'>,
): readonly ModuleId[] =>
  open.filter(
    (id) =>
      config.modules[id]?.required &&
      !(isAnswered(id, answers[id]) && (attachments[id] ?? []).length >= (FILES_NEEDED[id] ?? 0)),
  );
