import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { described } from '#shared/platform/described';

/** Lists the account's widgets. */
export const listWidgets = contract({
  name: 'list-widgets',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/widgets',
  summary: 'List widgets',
  description: 'Lists the widgets in both environments, newest first.',
  caller: 'account',
  query: object(pageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(widgetBody), 'The widgets on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['widgetsOfEnvironment', 'widgetList'], uses: ['vault'] },
});
