import { isAnswered, type SessionAnswers } from '#shared/onboarding/modules/answers';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { moduleOrder, type WidgetConfig } from '#shared/onboarding/widgets/widget-config';

/** The module after one that was just saved; the last module stays current until the session is submitted. */
export const nextModule = (order: readonly ModuleId[], saved: ModuleId): ModuleId =>
  order[order.indexOf(saved) + 1] ?? saved;

/** The modules an applicant can answer: those its session was opened with that the widget still has enabled. */
export const openModules = (
  config: Pick<WidgetConfig, 'modules' | 'flow'>,
  sessionOrder: readonly ModuleId[],
): readonly ModuleId[] => {
  const enabled = new Set(moduleOrder(config));
  return sessionOrder.filter((id) => enabled.has(id));
};

/** The required ones of these modules whose required fields are not all given; a session with any cannot be submitted. */
export const incompleteModules = (
  config: Pick<WidgetConfig, 'modules'>,
  open: readonly ModuleId[],
  answers: SessionAnswers,
): readonly ModuleId[] => open.filter((id) => config.modules[id]?.required && !isAnswered(id, answers[id]));
