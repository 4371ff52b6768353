import { isAnswered, type SessionAnswers } from './answers.ts';
import type { ModuleId } from './modules.ts';
import { moduleOrder, type WidgetConfig } from './widget-config.ts';

/** The module after one that was just saved; the last module stays current until the session is submitted. */
export const nextModule = (order: readonly ModuleId[], saved: ModuleId): ModuleId =>
  order[order.indexOf(saved) + 1] ?? saved;

/** The required modules whose required fields are not all given, in order; a session with any cannot be submitted. */
export const incompleteModules = (
  config: Pick<WidgetConfig, 'modules' | 'flow'>,
  answers: SessionAnswers,
): readonly ModuleId[] =>
  moduleOrder(config).filter((id) => config.modules[id]?.required && !isAnswered(id, answers[id]));
