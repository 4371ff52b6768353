import * as v from 'valibot';
import { environmentSchema } from '#shared/events/catalogue';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import {
  type Applicant,
  applicantStatus,
  type ListedApplicant,
  moduleResultSchema,
  timelineEntrySchema,
} from './applicant.ts';
import { answersSchema, attachmentsSchema, type EmbedSession } from './embed-session.ts';
import { moduleIdSchema } from './module-id.ts';
import { subjectSchema, widgetStatus } from './request-bodies.ts';
import { SESSION_STATUSES } from './session-states.ts';
import type { Widget } from './widget.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** A widget as its owner sees it (interface: Widget). */
export const widgetBody = component(
  v.object({
    id: described(v.string(), 'Its id (`wgt_`).'),
    name: described(v.string(), 'Its name, for your own use.'),
    status: widgetStatus,
    environment: environmentSchema,
    templateId: described(v.string(), 'The template that it was made from.'),
    config: widgetConfigSchema,
    embedLinkToken: described(v.string(), 'Authorises the embed calls (`elt_`); no secret.'),
    embedSigningSecret: described(
      v.string(),
      'Signs the embed calls of a widget that requires signed requests (`whsec_`): for your own server alone.',
    ),
    createdAt: described(v.string(), 'When it was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When it was changed last.', DATE_TIME),
  }),
  'Widget',
  'What a customer configures, and applicants fill in.',
);

/** Shows a widget to its owner, the secret that its embed calls are signed with included. */
export const widgetView = (widget: Widget, embedSigningSecret: string): v.InferOutput<typeof widgetBody> => ({
  id: widget.id,
  name: widget.name,
  status: widget.status,
  environment: widget.environment,
  templateId: widget.templateId,
  config: widget.config,
  embedLinkToken: widget.embedLinkToken,
  embedSigningSecret,
  createdAt: widget.createdAt,
  updatedAt: widget.updatedAt,
});

/** An applicant (interface: Applicant). */
export const applicantBody = component(
  v.object({
    id: described(v.string(), 'Its id (`app_`).'),
    widgetId: described(v.string(), 'The widget that it came by (`wgt_`).'),
    environment: environmentSchema,
    status: applicantStatus,
    subject: subjectSchema,
    referenceId: described(v.nullable(v.string()), 'Your own id for it, if it has one.'),
    riskScore: v.nullable(described(v.number(), '0 to 100; higher is riskier; null before the assessment.', WHOLE)),
    decisionReason: described(v.nullable(v.string()), 'Why it was decided so: reason codes in a short sentence.'),
    moduleOrder: described(v.array(moduleIdSchema), 'The modules that it is asked for, in order.'),
    totalSpentKobo: described(v.number(), 'What was charged for it in all.', WHOLE),
    startedAt: v.nullable(described(v.string(), 'When its first answers were saved.', DATE_TIME)),
    submittedAt: v.nullable(described(v.string(), 'When it was submitted last.', DATE_TIME)),
    decidedAt: v.nullable(described(v.string(), 'When it was approved or rejected.', DATE_TIME)),
    createdAt: described(v.string(), 'When it was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When it was changed last.', DATE_TIME),
  }),
  'Applicant',
  'A business that is being onboarded.',
);

/** Shows an applicant to its account. */
export const applicantView = (applicant: ListedApplicant): v.InferOutput<typeof applicantBody> => ({
  id: applicant.id,
  widgetId: applicant.widgetId,
  environment: applicant.environment,
  status: applicant.status,
  subject: applicant.subject,
  referenceId: applicant.referenceId,
  riskScore: applicant.riskScore,
  decisionReason: applicant.decisionReason,
  moduleOrder: applicant.moduleOrder,
  totalSpentKobo: applicant.totalSpentKobo,
  startedAt: applicant.startedAt,
  submittedAt: applicant.submittedAt,
  decidedAt: applicant.decidedAt,
  createdAt: applicant.createdAt,
  updatedAt: applicant.updatedAt,
});

/** An applicant read by itself: also what became of each module, and of its status over time. */
export const applicantDetailBody = component(
  v.object({
    ...applicantBody.entries,
    modules: described(v.array(moduleResultSchema), 'What became of each module.'),
    timeline: described(v.array(timelineEntrySchema), 'Every status that it had, oldest first.'),
  }),
  'ApplicantDetail',
  'An applicant, what became of each of its modules, and of its status over time.',
);

/** Shows an applicant with its modules and its timeline. */
export const applicantDetailView = (applicant: Applicant): v.InferOutput<typeof applicantDetailBody> => ({
  ...applicantView(applicant),
  modules: applicant.modules,
  timeline: applicant.timeline,
});

/** An embed session (interface: Embed session). */
export const embedSessionBody = component(
  v.object({
    sessionId: described(v.string(), 'Its id (`wses_`).'),
    widgetId: described(v.string(), 'Its widget (`wgt_`).'),
    status: described(v.picklist(SESSION_STATUSES), 'Whether it is being filled in or was submitted.'),
    currentModuleId: described(v.nullable(moduleIdSchema), 'The module to go on with; null once submitted.'),
    answers: answersSchema,
    attachments: attachmentsSchema,
    referenceId: described(v.nullable(v.string()), 'The reference of the submission (`ref_`); null before.'),
  }),
  'EmbedSession',
  'What an applicant fills in.',
);

/** Shows an embed session to the applicant's browser. */
export const embedSessionView = (session: EmbedSession): v.InferOutput<typeof embedSessionBody> => ({
  sessionId: session.id,
  widgetId: session.widgetId,
  status: session.status,
  currentModuleId: session.currentModuleId,
  answers: session.answers,
  attachments: session.attachments,
  referenceId: session.referenceId,
});

/** Shows a session to a browser that comes back to it: without its answers where the widget does not save progress. */
export const resumedSessionView = (
  session: EmbedSession,
  enableSavedProgress: boolean,
): v.InferOutput<typeof embedSessionBody> => ({
  ...embedSessionView(session),
  ...(!enableSavedProgress && { answers: {} }),
});
