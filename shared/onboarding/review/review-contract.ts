import * as v from 'valibot';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { warningsSchema } from '#shared/http/warnings';
import { applicantBody } from '#shared/onboarding/applicants/applicant-view';
import { described } from '#shared/platform/described';

/** The path of calls about one applicant. */
export const applicantPath = object({ id: described(idText, 'The id of the applicant (`app_`).') });

/** The applicant after the call. */
export const applicantResponse = v.object({ success: succeeded, data: applicantBody });

/** The applicant after a decision, with a warning when daily limits keep its notices from being sent. */
export const decisionResponse = v.object({ ...applicantResponse.entries, warnings: warningsSchema });

/** The effects of a reviewer's decision, for the API document. */
export const DECISION_DESCRIPTION =
  'Decides on an applicant in `requires_review`. Repeating the same decision changes nothing. ' +
  '`request_resubmission` reopens the session for the modules in `modules` and shows `applicantMessage` to ' +
  'the applicant. The event for the decision contains the code `reviewer_decision`, never your `reason`. ' +
  '`warnings` says if no email was sent because the daily email limit was reached.';

/** The error codes of a reviewer's decision. */
export const DECISION_ERRORS = [
  'APPLICANT_NOT_FOUND',
  'ILLEGAL_STATE',
  'MODULE_NOT_ENABLED',
  'WIDGET_NOT_FOUND',
] as const;
