import * as v from 'valibot';
import { environmentSchema } from '#shared/events/catalogue';
import { list, object, record } from '#shared/http/containers';
import { emailText, idText, lookupText, text } from '#shared/http/texts';
import { component, described } from '#shared/platform/described';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from './answers.ts';
import { requiredText } from './config-values.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** The statuses of a widget; any may follow any (interface: Widget status). */
export const WIDGET_STATUSES = ['draft', 'live', 'paused'] as const;

/** A status of a widget. */
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

/** A widget's status. */
export const widgetStatus = component(
  v.picklist(WIDGET_STATUSES),
  'WidgetStatus',
  'Only a `live` widget can be opened by its embed link.',
);

/** Body of "create widget" (interface: Onboarding). */
export const createWidgetBody = object({
  name: described(requiredText(120), 'Its name, for your own use.'),
  templateId: v.optional(described(requiredText(60), 'The template that it was made from.'), 'blank'),
  environment: v.optional(environmentSchema, 'sandbox'),
  config: widgetConfigSchema,
});

/** Body of "set widget status". */
export const setWidgetStatusBody = object({ status: widgetStatus });

/** What a customer may say of a business (interface: Applicant, `subject`). */
export const subjectSchema = component(
  object({
    businessName: v.exactOptional(described(text(200), 'The name of the business.')),
    registrationNumber: v.exactOptional(described(text(120), 'Its registration number (CAC): `RC1234567`.')),
    tin: v.exactOptional(described(text(40), 'Its tax identification number.')),
    email: v.exactOptional(described(emailText(200), 'Its e-mail address.')),
    phone: v.exactOptional(described(text(40), 'Its telephone number.')),
    jurisdiction: v.exactOptional(described(text(80), 'Where it is registered.')),
    industry: v.exactOptional(described(text(120), 'What it does.')),
  }),
  'Subject',
  'What is known of the business beforehand.',
);

const referenceId = v.exactOptional(described(requiredText(120), 'Your own id for the applicant.'));
const subject = v.optional(subjectSchema, {});

/** Body of "create applicant". */
export const createApplicantBody = object({ referenceId, subject });

/** An embed token; whether it is one, and whose, is for the guards of the embed runtime to say. */
export const embedTokenText = described(lookupText(200, { minLength: 1 }), "The widget's embed link token (`elt_`).");

/** Body of "open embed session": continues an applicant's session, or creates the applicant first. */
export const openSessionBody = object({
  token: embedTokenText,
  applicantId: v.exactOptional(described(idText, 'Resumes the session of this applicant (`app_`).')),
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
  moduleId: described(lookupText(60, { minLength: 1 }), 'The module that the answers belong to.'),
  answers: described(
    record(text(MAX_FIELD_NAME), answerValue, MAX_FIELDS),
    'Answers by field, as "read a widget by its embed token" names them; null takes one back.',
  ),
});

/** Body of "submit session". */
export const submitSessionBody = object({ token: embedTokenText });
