import * as v from 'valibot';
import { list, object, record } from '#shared/http/schemas/containers';
import { idText, lookupText, text } from '#shared/http/schemas/texts';
import { referenceId, subject } from '#shared/onboarding/applicants/applicant-bodies';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answers';
import { described } from '#shared/platform/described';

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
