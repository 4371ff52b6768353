import * as v from 'valibot';
import { list, object, record } from '#shared/http/schemas/containers';
import { idText, lookupText, text } from '#shared/http/schemas/texts';
import { referenceId, subject } from '#shared/onboarding/applicants/applicant-bodies';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { component, described } from '#shared/platform/described';

/** An embed token; the guards of the embed runtime determine whether it is valid, and for which widget. */
export const embedTokenText = described(
  lookupText(200, { minLength: 1 }),
  'The embed link token of the widget (`elt_`).',
);

/** Body of "open embed session": continues an applicant's session, or creates the applicant. */
export const openSessionBody = object({
  token: embedTokenText,
  applicantId: v.exactOptional(described(idText, 'The id of the applicant whose session to resume (`app_`).')),
  applicantSignature: v.exactOptional(
    described(
      lookupText(200),
      "Your proof that you issued this applicant's link: `t=…,v1=…` over `APPLICANT <applicantId>`, signed " +
        "with the widget's `embedSigningSecret`. The signature is valid for 30 days. With it, the response " +
        'includes the `subject` you stated.',
    ),
  ),
  referenceId,
  subject,
});

/** No field accepts a longer answer. The module's own schema determines what fits a field. */
const longestAnswer = text(Math.max(...Object.values(MAX_ANSWER_LENGTH)));

/** More fields than any module has, so that an unknown field is reported by its name. */
const MAX_FIELDS = 100;

const MAX_FIELD_NAME = 100;

/** A person, field by field. The module reports unknown fields by name. */
const person = component(
  record(text(MAX_FIELD_NAME), v.nullable(longestAnswer), MAX_FIELDS),
  'GivenPerson',
  'A person, field by field.',
);

const entry = v.union([longestAnswer, person], 'Must be a string, or an object for a person');

const answerValue = v.nullable(
  component(
    v.union([longestAnswer, list(entry, MAX_LIST_ENTRIES)], 'Must be a string or an array of strings'),
    'GivenAnswer',
    'What the applicant enters for a field: a text, or a list of texts or people.',
  ),
);

/** Body of "save session answers". The widget's modules determine whether the answers are valid. */
export const saveAnswersBody = object({
  token: embedTokenText,
  moduleId: described(lookupText(60, { minLength: 1 }), 'The module that the answers belong to.'),
  answers: described(
    record(text(MAX_FIELD_NAME), answerValue, MAX_FIELDS),
    'The answers, keyed by the field names that "Read a widget by its embed token" returns. Null removes an ' +
      'answer.',
  ),
});

/** The text fields of "attach a file", beside the file itself. */
export const attachFileBody = object({
  token: embedTokenText,
  moduleId: described(lookupText(60, { minLength: 1 }), 'The module that the file belongs to.'),
});

/** Body of "submit session". */
export const submitSessionBody = object({ token: embedTokenText });

/** Body of "abandon session". */
export const abandonSessionBody = object({ token: embedTokenText });
