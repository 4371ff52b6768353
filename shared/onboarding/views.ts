import * as v from 'valibot';
import { ENVIRONMENTS } from '#shared/events/catalogue';
import { type Applicant, type ListedApplicant, moduleResultSchema, timelineEntrySchema } from './applicant.ts';
import { APPLICANT_STATUSES } from './applicant-states.ts';
import { answersSchema, attachmentsSchema, type EmbedSession } from './embed-session.ts';
import { MODULE_IDS } from './modules.ts';
import { subjectSchema, WIDGET_STATUSES } from './request-bodies.ts';
import { SESSION_STATUSES } from './session-states.ts';
import type { Widget } from './widget.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** A widget as its owner sees it (interface: Widget). */
export const widgetBody = v.object({
  id: v.string(),
  name: v.string(),
  status: v.picklist(WIDGET_STATUSES),
  environment: v.picklist(ENVIRONMENTS),
  templateId: v.string(),
  config: widgetConfigSchema,
  embedLinkToken: v.string(),
  embedSigningSecret: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

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
export const applicantBody = v.object({
  id: v.string(),
  widgetId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  status: v.picklist(APPLICANT_STATUSES),
  subject: subjectSchema,
  referenceId: v.nullable(v.string()),
  riskScore: v.nullable(v.number()),
  decisionReason: v.nullable(v.string()),
  moduleOrder: v.array(v.picklist(MODULE_IDS)),
  totalSpentKobo: v.number(),
  startedAt: v.nullable(v.string()),
  submittedAt: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

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
export const applicantDetailBody = v.object({
  ...applicantBody.entries,
  modules: v.array(moduleResultSchema),
  timeline: v.array(timelineEntrySchema),
});

/** Shows an applicant with its modules and its timeline. */
export const applicantDetailView = (applicant: Applicant): v.InferOutput<typeof applicantDetailBody> => ({
  ...applicantView(applicant),
  modules: applicant.modules,
  timeline: applicant.timeline,
});

/** An embed session (interface: Embed session). */
export const embedSessionBody = v.object({
  sessionId: v.string(),
  widgetId: v.string(),
  status: v.picklist(SESSION_STATUSES),
  currentModuleId: v.nullable(v.picklist(MODULE_IDS)),
  answers: answersSchema,
  attachments: attachmentsSchema,
  referenceId: v.nullable(v.string()),
});

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
