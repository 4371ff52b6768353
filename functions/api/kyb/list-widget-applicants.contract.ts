import { contract } from '#shared/http/contract';
import { applicantListQuery, applicantListResponse, LIST_DESCRIPTION, widgetPath } from './contract-parts.ts';

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
  query: applicantListQuery,
  success: { 200: applicantListResponse },
  errors: ['RANGE_TOO_LONG', 'RESULT_TOO_LARGE', 'WIDGET_NOT_FOUND'],
  touches: {
    reads: [
      'widget',
      'applicant',
      'applicantsOfWidget',
      'applicantsOfEnvironment',
      'applicantsOfReference',
      'applicantsOfTag',
      'applicantList',
    ],
  },
});
