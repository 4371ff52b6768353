import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idText } from '#shared/http/schemas/texts';
import { createApplicantBody } from '#shared/onboarding/applicants/applicant-bodies';
import { applicantBody, applicantDetailBody } from '#shared/onboarding/applicants/applicant-view';
import { createWidgetBody, setWidgetStatusBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { component, described, WHOLE } from '#shared/platform/described';

const widgetPath = object({ id: described(idText, 'The widget (`wgt_`).') });

const warningBody = component(
  v.object({
    path: described(v.string(), 'Where in the body, with dots.'),
    message: described(v.string(), 'What will not work.'),
  }),
  'Warning',
  'A remark on something that was accepted.',
);

/** Creates a widget, as a draft. */
export const createWidget = contract({
  name: 'create-widget',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets',
  summary: 'Create a widget',
  description:
    'The widget begins as `draft`. Texts of `config` that were accepted but will not work are told in `warnings`: names in ' +
    '`webhookEvents` that filter nothing, redirects to relative or local addresses, hosts and addresses that match nothing.',
  caller: 'account',
  body: createWidgetBody,
  success: {
    201: v.object({
      success: succeeded,
      data: widgetBody,
      warnings: v.exactOptional(described(v.array(warningBody), 'What was accepted and will not work, if anything.')),
    }),
  },
  idempotent: 'commit',
  secretFields: ['data.embedSigningSecret'],
  links: [
    { to: 'read-widget', parameters: { id: 'data.id' } },
    { to: 'set-widget-status', parameters: { id: 'data.id' } },
    { to: 'create-applicant', parameters: { id: 'data.id' } },
    { to: 'list-widget-applicants', parameters: { id: 'data.id' } },
    { to: 'read-embed-widget', parameters: { token: 'data.embedLinkToken' } },
  ],
  touches: { writes: ['widget', 'accountTotals'], secrets: ['vault'] },
});

/** Reads one widget of the account. */
export const readWidget = contract({
  name: 'read-widget',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Read a widget',
  description: 'With its embed link token and its signing secret. A widget of another account is not found.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND'],
  touches: { reads: ['widget'], secrets: ['vault'] },
});

/** Lists the account's widgets. */
export const listWidgets = contract({
  name: 'list-widgets',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/widgets',
  summary: 'List widgets',
  description: 'Of both environments, newest first.',
  caller: 'account',
  query: object(pageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(widgetBody), 'The widgets of one page.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['widgetsOfAccount', 'accountTotals'], secrets: ['vault'] },
});

/** Makes a widget live, pauses it or takes it back to draft. */
export const setWidgetStatus = contract({
  name: 'set-widget-status',
  group: 'kyb',
  method: 'PATCH',
  route: '/v1/kyb/widgets/{id}/status',
  summary: 'Set the status of a widget',
  description:
    'Any status may follow any; the status it has already is no error. Only a `live` widget can be opened by its embed link.',
  caller: 'account',
  path: widgetPath,
  body: setWidgetStatusBody,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND', 'NO_MODULE_ENABLED'],
  touches: { writes: ['widget'], secrets: ['vault'] },
});

/** Creates an applicant under a widget, for a fee. */
export const createApplicant = contract({
  name: 'create-applicant',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets/{id}/applicants',
  summary: 'Create an applicant',
  description:
    'Opens its embed session and debits the session base fee (rate `kyb_session_base`) from the wallet of the ' +
    "widget's environment. The widget need not be live. When the balance does not cover the fee, nothing is created " +
    'and `details` holds `balanceKobo` and `requiredKobo`.',
  caller: 'account',
  limit: 'createApplicant',
  path: widgetPath,
  body: createApplicantBody,
  success: {
    201: v.object({
      success: succeeded,
      data: component(
        v.object({
          applicant: applicantBody,
          sessionTransactionId: described(
            v.nullable(v.string()),
            'The debit of the session base fee (`txn_`); null where sessions cost nothing.',
          ),
          sessionChargeKobo: described(v.number(), 'The session base fee, in kobo.', WHOLE),
          sessionId: described(v.string(), 'The embed session that was opened (`wses_`).'),
        }),
        'CreatedApplicant',
        'A new applicant, its embed session, and what that cost.',
      ),
    }),
  },
  errors: ['INSUFFICIENT_BALANCE', 'WIDGET_NOT_FOUND'],
  idempotent: 'commit',
  links: [{ to: 'read-applicant', parameters: { id: 'data.applicant.id' } }],
  touches: {
    reads: ['widget', 'wallet', 'accountTotals', 'rates'],
    writes: ['applicant', 'embedSession', 'wallet', 'accountTotals', 'widget', 'outbox'],
  },
});

/** Reads one applicant of the account, with its modules and its timeline. */
export const readApplicant = contract({
  name: 'read-applicant',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants/{id}',
  summary: 'Read an applicant',
  description:
    'With the result of each of its modules and every status that it had. One of another account is not found.',
  caller: 'account',
  path: object({ id: described(idText, 'The applicant (`app_`).') }),
  success: { 200: v.object({ success: succeeded, data: applicantDetailBody }) },
  errors: ['APPLICANT_NOT_FOUND'],
  touches: { reads: ['applicant'] },
});

const applicantListBody = v.object({
  success: succeeded,
  data: described(v.array(applicantBody), 'The applicants.'),
  pagination: v.exactOptional(paginationSchema),
});

const LIST_DESCRIPTION =
  'The whole list, newest first. With `page` or `limit` one page of it, and `pagination` beside it.';

/** Lists every applicant of the account. */
export const listApplicants = contract({
  name: 'list-applicants',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants',
  summary: 'List applicants',
  description: LIST_DESCRIPTION,
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: { 200: applicantListBody },
  errors: ['RESULT_TOO_LARGE'],
  touches: { reads: ['applicantsOfAccount', 'accountTotals'] },
});

/** Lists the applicants of one widget. */
export const listWidgetApplicants = contract({
  name: 'list-widget-applicants',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/widgets/{id}/applicants',
  summary: 'List the applicants of a widget',
  description: LIST_DESCRIPTION,
  caller: 'account',
  path: widgetPath,
  query: object(optionalPageQueryEntries),
  success: { 200: applicantListBody },
  errors: ['RESULT_TOO_LARGE', 'WIDGET_NOT_FOUND'],
  touches: { reads: ['widget', 'applicantsOfWidget'] },
});

/** Business onboarding: widgets and their applicants, for the account that owns them. */
export const kybContracts = [
  createWidget,
  readWidget,
  listWidgets,
  setWidgetStatus,
  createApplicant,
  readApplicant,
  listApplicants,
  listWidgetApplicants,
] as const;
