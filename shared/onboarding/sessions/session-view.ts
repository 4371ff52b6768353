import * as v from 'valibot';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import type { WidgetConfig } from '#shared/onboarding/widgets/widget-config';
import { component, described } from '#shared/platform/described';
import { answersSchema, attachmentsSchema, type EmbedSession } from './embed-session.ts';
import { currentModule } from './flow.ts';
import { SHOWN_SESSION_STATUSES, shownSessionStatus } from './session-states.ts';

/** An embed session (interface: Embed session). */
export const embedSessionBody = component(
  v.object({
    sessionId: described(v.string(), 'Its id (`wses_`).'),
    widgetId: described(v.string(), 'Its widget (`wgt_`).'),
    status: described(v.picklist(SHOWN_SESSION_STATUSES), 'Whether it is being filled in or was submitted.'),
    currentModuleId: described(v.nullable(moduleIdSchema), 'The current module; null once submitted.'),
    answers: answersSchema,
    attachments: attachmentsSchema,
    referenceId: described(v.nullable(v.string()), 'The reference of the submission (`ref_`); null before.'),
  }),
  'EmbedSession',
  'The answers of an applicant.',
);

/** Shows an embed session to the applicant's browser. */
export const embedSessionView = (session: EmbedSession): v.InferOutput<typeof embedSessionBody> => ({
  sessionId: session.id,
  widgetId: session.widgetId,
  status: shownSessionStatus(session.status),
  currentModuleId: session.currentModuleId,
  answers: session.answers,
  attachments: session.attachments,
  referenceId: session.referenceId,
});

/**
 * The session of a browser that resumes it, by the current configuration of its widget: at a module that is still enabled,
 * and without its answers where progress is not saved.
 */
export const resumedSessionView = (
  session: EmbedSession,
  config: WidgetConfig,
): v.InferOutput<typeof embedSessionBody> => ({
  ...embedSessionView(session),
  currentModuleId: currentModule(config, session),
  ...(!config.flow.enableSavedProgress && { answers: {} }),
});
