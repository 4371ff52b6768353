import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { component, described } from '#shared/platform/described';

const templateBody = component(
  v.object({
    id: described(v.string(), 'What a widget made from it names as its `templateId`.'),
    name: described(v.string(), 'Its name.'),
    description: described(v.string(), 'Whom it is for, and what it asks.'),
    config: widgetConfigSchema,
  }),
  'WidgetTemplate',
  'A configuration to begin with, which "create a widget" accepts as it is.',
);

/** Lists the templates. */
export const listTemplates = contract({
  name: 'list-templates',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/templates',
  summary: 'List the templates of widgets',
  description:
    'The whole list, the general one first. With `page` or `limit` one page of it, and `pagination` beside it. Send ' +
    '`config` of one, with your own texts and colours, to create a widget.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(templateBody), 'The templates.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: {},
});
