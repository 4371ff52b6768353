import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { subjectSchema } from '#shared/onboarding/applicants/applicant-bodies';
import { openSessionBody } from '#shared/onboarding/embed/embed-bodies';
import { resumedSessionBody } from '#shared/onboarding/sessions/session-view';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { GUARD_ERRORS, GUARDS } from './contract-parts.ts';

const OPENS_ONCE =
  'Each signature opens one session: using it again returns `SIGNATURE_REUSED` and charges nothing. ' +
  'Repeating the request with its `Idempotency-Key` returns the first response.';

const openedSessionBody = component(
  v.object({
    ...resumedSessionBody.entries,
    applicantId: described(v.string(), "The id of the session's applicant (`app_`)."),
    expiresAt: described(v.string(), 'When the session expires if there is no further activity.', DATE_TIME),
    subject: described(
      v.nullable(subjectSchema),
      'What you stated about the business when you created the applicant. Null unless the request has a valid ' +
        '`applicantSignature`, so that nobody can read it with the public link alone.',
    ),
  }),
  'OpenedEmbedSession',
  'An embed session with its applicant and expiry time.',
);

/** Opens the session of an existing applicant, or of a new one. */
export const openEmbedSession = contract({
  name: 'open-embed-session',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions',
  summary: 'Open an embed session',
  description:
    'Opens a session for a new applicant, or continues the session of `applicantId`. Without `applicantId`, ' +
    "an applicant is created and the widget's owner is charged the session base fee; these calls count " +
    'towards the rate limit of "Create an applicant". With `applicantId`, the open session is returned with ' +
    'a 200 and nothing is charged; an abandoned session is resumed if the widget allows it. A session that ' +
    'has begun can continue while the widget is paused. Visitors choose the `referenceId` of a new ' +
    'applicant, so do not rely on it unless requests are signed. Events mark such applicants with ' +
    `\`createdBy: applicant\`. ${OPENS_ONCE} ${GUARDS}`,
  caller: 'embed',
  limit: 'createApplicant',
  limitApplies: (body) => (body as v.InferOutput<typeof openSessionBody>).applicantId === undefined,
  body: openSessionBody,
  success: {
    200: v.object({ success: succeeded, data: openedSessionBody }),
    201: v.object({ success: succeeded, data: openedSessionBody, warnings: warningsSchema }),
  },
  errors: [
    'INVALID_EMBED_TOKEN',
    ...GUARD_ERRORS,
    'INVALID_REQUEST_SIGNATURE',
    'INSUFFICIENT_BALANCE',
    'RESUME_DISABLED',
    'APPLICANT_NOT_FOUND',
    'SESSION_NOT_IN_PROGRESS',
    'APPLICANT_NOT_OPEN',
    'SIGNATURE_REUSED',
  ],
  idempotent: 'commit',
  links: [
    { to: 'save-session-answers', parameters: { sessionId: 'data.sessionId' } },
    { to: 'submit-session', parameters: { sessionId: 'data.sessionId' } },
    { to: 'read-applicant', parameters: { id: 'data.applicantId' } },
  ],
  touches: {
    reads: ['widget', 'applicant', 'embedSession', 'wallet', 'applicantList', 'rates'],
    writes: [
      'applicant',
      'embedSession',
      'wallet',
      'applicantList',
      'applicantsOfReference',
      'widget',
      'widgetSignature',
      'outbox',
    ],
    uses: ['vault'],
  },
});
