import * as v from 'valibot';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import type { WidgetConfig } from '#shared/onboarding/widgets/widget-config';
import { component, described } from '#shared/platform/described';
import { answersSchema, attachmentsSchema, type EmbedSession } from './embed-session.ts';
import { currentModule, openModules } from './flow.ts';
import { SHOWN_SESSION_STATUSES, shownSessionStatus } from './session-states.ts';

/** An embed session (interface: Embed session). */
export const embedSessionBody = component(
  v.object({
    sessionId: described(v.string(), 'The id of the session (`wses_`).'),
    widgetId: described(v.string(), 'The id of the widget that the session belongs to (`wgt_`).'),
    status: described(
      v.picklist(SHOWN_SESSION_STATUSES),
      'Whether the session is still being filled in (`in_progress`) or has been submitted (`submitted`).',
    ),
    currentModuleId: described(
      v.nullable(moduleIdSchema),
      'The module that the applicant is at. Null once the session is submitted.',
    ),
    answers: answersSchema,
    attachments: attachmentsSchema,
    referenceId: described(
      v.nullable(v.string()),
      'The reference of the submission (`ref_`). Null until the session is submitted.',
    ),
  }),
  'EmbedSession',
  'A session in which an applicant answers the modules of a widget.',
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

/** An embed session that is opened or read, with the modules that can be answered. */
export const resumedSessionBody = component(
  v.object({
    ...embedSessionBody.entries,
    openModules: described(
      v.array(moduleIdSchema),
      'The modules that can be answered, in order. Empty once the session is submitted.',
    ),
    resubmission: v.nullable(
      described(
        v.object({
          modules: described(v.array(moduleIdSchema), 'The modules to answer again.'),
          message: described(v.nullable(v.string()), "The reviewer's message to the applicant. Null if there is none."),
        }),
        'What a reviewer asked the applicant to answer again. Null if nobody asked, and once the applicant has ' +
          'resubmitted.',
      ),
    ),
  }),
  'ResumedEmbedSession',
  'An embed session with the modules that the applicant can answer.',
);

/** A session without its answers and files, which a public token does not show once they are submitted. */
export const withoutContents = <View extends v.InferOutput<typeof embedSessionBody>>(view: View): View => ({
  ...view,
  answers: {},
  attachments: {},
});

/**
 * The session as a browser resumes it, under the widget's current configuration: at a module that is still enabled, and
 * without its answers if progress is not saved. A submitted session shows neither answers nor files: a leaked link must
 * not reveal what a business has submitted.
 */
export const resumedSessionView = (
  session: EmbedSession,
  config: WidgetConfig,
): v.InferOutput<typeof resumedSessionBody> => {
  const isSubmitted = session.status === 'submitted';
  const { resubmission } = session;
  const view = {
    ...embedSessionView(session),
    currentModuleId: currentModule(config, session),
    openModules: isSubmitted ? [] : [...openModules(config, session.moduleOrder)],
    resubmission:
      isSubmitted || !resubmission ? null : { modules: resubmission.modules, message: resubmission.message },
    ...(!config.flow.enableSavedProgress && { answers: {} }),
  };
  return isSubmitted ? withoutContents(view) : view;
};
