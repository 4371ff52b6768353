import * as v from 'valibot';
import { environmentSchema } from '#shared/events/catalogue';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import {
  embedTokenText,
  openSessionBody,
  saveAnswersBody,
  submitSessionBody,
} from '#shared/onboarding/embed/embed-bodies';
import { FIELD_TYPES } from '#shared/onboarding/modules/module-fields';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import { embedSessionBody } from '#shared/onboarding/sessions/session-view';
import { widgetConfigSections } from '#shared/onboarding/widgets/widget-config';
import { component, DATE_TIME, described } from '#shared/platform/described';

const GUARDS =
  'Guards, in this order: token, widget status, `Origin` among `allowedDomains`, address among `ipAllowlist`, country ' +
  'among `allowedCountries` where it is known, and `X-Widget-Signature` where the widget requires signed requests.';

const OPENS_ONCE =
  'A signature opens a session once: the same one again is `SIGNATURE_REUSED` and charges nothing. Sent again with its ' +
  '`Idempotency-Key` it is answered as the first time.';

const GUARD_ERRORS = ['WIDGET_NOT_LIVE', 'ORIGIN_NOT_ALLOWED', 'IP_NOT_ALLOWED', 'COUNTRY_NOT_ALLOWED'] as const;

const sessionPath = object({ sessionId: described(idText, 'The session (`wses_`).') });

const sessionAnswer = v.object({ success: succeeded, data: embedSessionBody });

const openedSession = component(
  v.object({
    ...embedSessionBody.entries,
    applicantId: described(v.string(), 'Its applicant (`app_`).'),
    expiresAt: described(v.string(), 'When it ends if nothing happens.', DATE_TIME),
  }),
  'OpenedEmbedSession',
  'An embed session, whose it is, and until when it is open.',
);

const formField = component(
  v.object({
    name: described(v.string(), 'Its name in `answers`.'),
    label: described(v.string(), 'Its label.'),
    type: described(
      v.picklist(FIELD_TYPES),
      'How it is shown. A `list` holds an array of texts, every other field one text.',
    ),
    required: described(v.boolean(), 'Whether the module is answered only with it.'),
    pattern: v.exactOptional(described(v.string(), 'A regular expression that answers match.')),
    options: v.exactOptional(described(v.pipe(v.array(v.string()), v.readonly()), 'The answers to choose from.')),
    help: v.exactOptional(described(v.string(), 'An explanation.')),
  }),
  'FormField',
  "One field of a module's form.",
);

const formModule = component(
  v.object({
    moduleId: moduleIdSchema,
    required: described(v.boolean(), 'Whether the session can only be submitted with it answered.'),
    title: described(v.string(), 'Its heading.'),
    fields: described(v.array(formField), 'Its form.'),
  }),
  'FormModule',
  "A module as the applicant's browser shows it.",
);

const embedWidget = component(
  v.object({
    widgetId: described(v.string(), 'Its id (`wgt_`).'),
    name: described(v.string(), 'Its name.'),
    environment: environmentSchema,
    branding: widgetConfigSections.branding,
    flow: widgetConfigSections.flow,
    modules: described(v.array(formModule), 'The enabled modules, in their order.'),
  }),
  'EmbedWidget',
  "A widget as the applicant's browser shows it.",
);

/** Shows a live widget to the applicant's browser. */
export const readEmbedWidget = contract({
  name: 'read-embed-widget',
  group: 'embed',
  method: 'GET',
  route: '/v1/widget/embed/{token}',
  summary: 'Read a widget by its embed token',
  description: `Branding, flow and the form of every enabled module. ${GUARDS}`,
  caller: 'embed',
  path: object({ token: embedTokenText }),
  success: {
    200: v.object({
      success: succeeded,
      data: embedWidget,
    }),
  },
  errors: ['WIDGET_NOT_FOUND', ...GUARD_ERRORS],
  touches: { reads: ['widget'] },
});

/** Opens a session: that of an applicant who was created before, or of a new one. */
export const openEmbedSession = contract({
  name: 'open-embed-session',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions',
  summary: 'Open an embed session',
  description:
    "With `applicantId` its open session is answered with 200 and nothing is charged. Without, an applicant is created and the widget's " +
    `owner is charged the session base fee; such calls count towards the limit of "create applicant". Their referenceId is ` +
    `the visitor's word and proves nothing, unless requests are signed: events name such an applicant \`createdBy: applicant\`. ` +
    `${OPENS_ONCE} ${GUARDS}`,
  caller: 'embed',
  limit: 'createApplicant',
  limitApplies: (body) => (body as v.InferOutput<typeof openSessionBody>).applicantId === undefined,
  body: openSessionBody,
  success: {
    200: v.object({ success: succeeded, data: openedSession }),
    201: v.object({ success: succeeded, data: openedSession }),
  },
  errors: [
    'INVALID_EMBED_TOKEN',
    ...GUARD_ERRORS,
    'INVALID_REQUEST_SIGNATURE',
    'INSUFFICIENT_BALANCE',
    'RESUME_DISABLED',
    'APPLICANT_NOT_FOUND',
    'SESSION_NOT_IN_PROGRESS',
    'SIGNATURE_REUSED',
  ],
  idempotent: 'commit',
  links: [
    { to: 'save-session-answers', parameters: { sessionId: 'data.sessionId' } },
    { to: 'submit-session', parameters: { sessionId: 'data.sessionId' } },
    { to: 'read-applicant', parameters: { id: 'data.applicantId' } },
  ],
  touches: {
    reads: ['widget', 'applicant', 'embedSession', 'wallet', 'accountTotals', 'rates'],
    writes: ['applicant', 'embedSession', 'wallet', 'accountTotals', 'widget', 'widgetSignature', 'outbox'],
    secrets: ['vault'],
  },
});

/** Reads a session, to go on with it. */
export const readEmbedSession = contract({
  name: 'read-embed-session',
  group: 'embed',
  method: 'GET',
  route: '/v1/widget/embed/sessions/{sessionId}',
  summary: 'Read an embed session, to resume it',
  description: `Refused where the widget disables resuming; \`answers\` is empty where it does not save progress. ${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  query: object({ token: embedTokenText }),
  success: { 200: sessionAnswer },
  errors: ['INVALID_EMBED_TOKEN', ...GUARD_ERRORS, 'RESUME_DISABLED', 'SESSION_NOT_FOUND', 'SESSION_EXPIRED'],
  touches: { reads: ['widget', 'embedSession'] },
});

/** Saves the answers of one module. */
export const saveSessionAnswers = contract({
  name: 'save-session-answers',
  group: 'embed',
  method: 'PATCH',
  route: '/v1/widget/embed/sessions/{sessionId}/answers',
  summary: 'Save session answers',
  description: `Answers merge field by field; null takes one back. The current module moves to the next enabled one. ${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  body: saveAnswersBody,
  success: { 200: sessionAnswer },
  errors: [
    'INVALID_EMBED_TOKEN',
    ...GUARD_ERRORS,
    'INVALID_REQUEST_SIGNATURE',
    'SESSION_NOT_FOUND',
    'SESSION_NOT_IN_PROGRESS',
    'MODULE_NOT_ENABLED',
    'SESSION_EXPIRED',
  ],
  touches: { reads: ['widget', 'embedSession'], writes: ['embedSession', 'applicant'], secrets: ['vault'] },
});

/** Submits a session: its applicant is assessed. */
export const submitSession = contract({
  name: 'submit-session',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions/{sessionId}/submit',
  summary: 'Submit a session',
  description: `A second submit answers the submitted session with the same \`referenceId\`. ${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  body: submitSessionBody,
  success: { 200: sessionAnswer },
  errors: [
    'INVALID_EMBED_TOKEN',
    ...GUARD_ERRORS,
    'INVALID_REQUEST_SIGNATURE',
    'SESSION_NOT_FOUND',
    'APPLICANT_NOT_OPEN',
    'MODULES_INCOMPLETE',
    'SESSION_EXPIRED',
  ],
  touches: { reads: ['widget', 'embedSession'], writes: ['embedSession', 'applicant', 'outbox'], secrets: ['vault'] },
});

/** The embed runtime, called from the applicant's browser. */
export const embedContracts = [
  readEmbedWidget,
  openEmbedSession,
  readEmbedSession,
  saveSessionAnswers,
  submitSession,
] as const;
