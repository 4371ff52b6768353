import * as v from 'valibot';
import { list, object, record } from '#shared/http/schemas/containers';
import { idText, lookupText, text } from '#shared/http/schemas/texts';
import { referenceId, subject } from '#shared/onboarding/applicants/applicant-bodies';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { described } from '#shared/platform/described';

/** An embed token; the guards of the embed runtime decide whether it is valid, and for which widget. */
export const embedTokenText = described(lookupText(200, { minLength: 1 }), "The widget's embed link token (`elt_`).");

/** Body of "open embed session": continues an applicant's session, or creates the applicant first. */
export const openSessionBody = object({
  token: embedTokenText,
  applicantId: v.exactOptional(described(idText, 'Resumes the session of this applicant (`app_`).')),
  applicantSignature: v.exactOptional(
    described(
      lookupText(200),
      'Your proof that you made the link of this applicant: `t=…,v1=…` over `APPLICANT <applicantId>`, by the `embedSigningSecret` of the widget. With it the answer has your `subject`. It lasts 30 days.',
    ),
  ),
  referenceId,
  subject,
});

/** The module decides whether an answer fits its field; no field accepts more than this. */
const longestAnswer = text(Math.max(...Object.values(MAX_ANSWER_LENGTH)));

/** More than any module has, so that an unknown field is reported by its name. */
const MAX_FIELDS = 100;

const MAX_FIELD_NAME = 100;

/** A person, field by field; the module names those that it does not know. */
const person = record(text(MAX_FIELD_NAME), v.nullable(longestAnswer), MAX_FIELDS);

const entry = v.union([longestAnswer, person], 'Must be a string, or an object for a person');

const answerValue = v.nullable(
  v.union([longestAnswer, list(entry, MAX_LIST_ENTRIES)], 'Must be a string or an array of strings'),
);

/** Body of "save session answers". The widget decides whether module and answers are valid. */
export const saveAnswersBody = object({
  token: embedTokenText,
  moduleId: described(lookupText(60, { minLength: 1 }), 'The module that the answers belong to.'),
  answers: described(
    record(text(MAX_FIELD_NAME), answerValue, MAX_FIELDS),
    'Answers by field, as "read a widget by its embed token" names them; null removes one.',
  ),
});

/** The texts of "attach a file"; the file is beside them. */
export const attachFileBody = object({
  token: embedTokenText,
  moduleId: described(lookupText(60, { minLength: 1 }), 'The module that the file belongs to.'),
});

/** Body of "submit session". */
export const submitSessionBody = object({ token: embedTokenText });

/** Body of "abandon session". */
export const abandonSessionBody = object({ token: embedTokenText });
