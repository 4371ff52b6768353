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
    widgetId: described(v.string(), 'The widget of the session (`wgt_`).'),
    status: described(
      v.picklist(SHOWN_SESSION_STATUSES),
      'Whether the session is being filled in or has been submitted.',
    ),
    currentModuleId: described(v.nullable(moduleIdSchema), 'The current module. Null once submitted.'),
    answers: answersSchema,
    attachments: attachmentsSchema,
    referenceId: described(v.nullable(v.string()), 'The reference of the submission (`ref_`). Null until submitted.'),
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

/** An embed session that is opened or read: also with what can be answered. */
export const resumedSessionBody = component(
  v.object({
    ...embedSessionBody.entries,
    openModules: described(
      v.array(moduleIdSchema),
      'The modules that can be answered, in order. Empty once submitted.',
    ),
    resubmission: v.nullable(
      described(
        v.object({
          modules: described(v.array(moduleIdSchema), 'The modules to answer again.'),
          message: described(v.nullable(v.string()), "The reviewer's message to the applicant."),
        }),
        'What a reviewer asked the applicant to answer again. Null once it is submitted, and if nobody asked.',
      ),
    ),
  }),
  'ResumedEmbedSession',
  'An embed session, and what its applicant can answer.',
);

/** The answers and files of a session that a public token does not show once they are submitted. */
export const withoutContents = <View extends v.InferOutput<typeof embedSessionBody>>(view: View): View => ({
  ...view,
  answers: {},
  attachments: {},
});

/**
 * The session of a browser that resumes it, by the current configuration of its widget: at a module that is still enabled,
 * and without its answers where progress is not saved. A submitted one shows neither answers nor files: whoever finds
 * the address of a session must not read what a business has submitted.
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
