import * as v from 'valibot';
import { list, object, record } from '#shared/http/containers';
import { emailText, idText, lookupText, text } from '#shared/http/texts';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from './answers.ts';
import { requiredText } from './config-values.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** The statuses of a widget; any may follow any (interface: Widget status). */
export const WIDGET_STATUSES = ['draft', 'live', 'paused'] as const;

/** A status of a widget. */
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

/** Body of "create widget" (interface: Onboarding). */
export const createWidgetBody = object({
  name: requiredText(120),
  templateId: v.optional(requiredText(60), 'blank'),
  environment: v.optional(v.picklist(['sandbox', 'live']), 'sandbox'),
  config: widgetConfigSchema,
});

/** Body of "set widget status". */
export const setWidgetStatusBody = object({ status: v.picklist(WIDGET_STATUSES) });

/** What a customer may say of a business (interface: Applicant, `subject`). */
export const subjectSchema = object({
  businessName: v.exactOptional(text(200)),
  registrationNumber: v.exactOptional(text(120)),
  tin: v.exactOptional(text(40)),
  email: v.exactOptional(emailText(200)),
  phone: v.exactOptional(text(40)),
  jurisdiction: v.exactOptional(text(80)),
  industry: v.exactOptional(text(120)),
});

const referenceId = v.exactOptional(requiredText(120));
const subject = v.optional(subjectSchema, {});

/** Body of "create applicant". */
export const createApplicantBody = object({ referenceId, subject });

/** An embed token; whether it is one, and whose, is for the guards of the embed runtime to say. */
export const embedTokenText = lookupText(200, { minLength: 1 });

/** Body of "open embed session": continues an applicant's session, or creates the applicant first. */
export const openSessionBody = object({
  token: embedTokenText,
  applicantId: v.exactOptional(idText),
  referenceId,
  subject,
});

/** Whether an answer fits its field is for the module to say; no field takes more than this. */
const longestAnswer = text(Math.max(...Object.values(MAX_ANSWER_LENGTH)));

const answerValue = v.nullable(
  v.union([longestAnswer, list(longestAnswer, MAX_LIST_ENTRIES)], 'Must be a string or an array of strings'),
);

/** More than any module has, so that a field it does not have is told by its name. */
const MAX_FIELDS = 100;

const MAX_FIELD_NAME = 100;

/** Body of "save session answers". Whether module and answers fit the widget is for the widget to say. */
export const saveAnswersBody = object({
  token: embedTokenText,
  moduleId: lookupText(60, { minLength: 1 }),
  answers: record(text(MAX_FIELD_NAME), answerValue, MAX_FIELDS),
});

/** Body of "submit session". */
export const submitSessionBody = object({ token: embedTokenText });
