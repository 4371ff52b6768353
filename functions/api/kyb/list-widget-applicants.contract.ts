import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries } from '#shared/http/schemas/pagination';
import { applicantListResponse, LIST_DESCRIPTION, widgetPath } from './contract-parts.ts';

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
  success: { 200: applicantListResponse },
  errors: ['RESULT_TOO_LARGE', 'WIDGET_NOT_FOUND'],
  touches: { reads: ['widget', 'applicantsOfWidget'] },
});
