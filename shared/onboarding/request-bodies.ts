import * as v from 'valibot';
import { emailAddress, limitedText, requiredText } from './config-values.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** The statuses of a widget; any may follow any (interface: Widget status). */
export const WIDGET_STATUSES = ['draft', 'live', 'paused'] as const;

/** A status of a widget. */
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

/** Body of "create widget" (interface: Onboarding). */
export const createWidgetBody = v.object({
  name: requiredText(120),
  templateId: v.optional(requiredText(60), 'blank'),
  environment: v.optional(v.picklist(['sandbox', 'live']), 'sandbox'),
  config: widgetConfigSchema,
});

/** Body of "set widget status". */
export const setWidgetStatusBody = v.object({ status: v.picklist(WIDGET_STATUSES) });

/** What a customer may say of a business (interface: Applicant, `subject`). */
export const subjectSchema = v.object({
  businessName: v.exactOptional(limitedText(200)),
  registrationNumber: v.exactOptional(limitedText(120)),
  tin: v.exactOptional(limitedText(40)),
  email: v.exactOptional(emailAddress),
  phone: v.exactOptional(limitedText(40)),
  jurisdiction: v.exactOptional(limitedText(80)),
  industry: v.exactOptional(limitedText(120)),
});

const referenceId = v.exactOptional(requiredText(120));
const subject = v.optional(subjectSchema, {});

/** Body of "create applicant". */
export const createApplicantBody = v.object({ referenceId, subject });

const token = v.pipe(v.string(), v.minLength(1, 'Must not be empty'), v.maxLength(200));

/** Body of "open embed session": continues an applicant's session, or creates the applicant first. */
export const openSessionBody = v.object({
  token,
  applicantId: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(120))),
  referenceId,
  subject,
});

/** Body of "save session answers". Whether module and answers fit the widget is for the widget to say. */
export const saveAnswersBody = v.object({
  token,
  moduleId: v.pipe(v.string(), v.minLength(1, 'Must not be empty'), v.maxLength(60)),
  answers: v.record(v.string(), v.unknown()),
});

/** Body of "submit session". */
export const submitSessionBody = v.object({ token });
