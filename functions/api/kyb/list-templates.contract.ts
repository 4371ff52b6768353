import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { component, described } from '#shared/platform/described';

const templateBody = component(
  v.object({
    id: described(v.string(), 'The id to send as `templateId` when you create a widget from the template.'),
    name: described(v.string(), 'The name of the template.'),
    description: described(v.string(), 'Who the template is for, and what it asks for.'),
    config: widgetConfigSchema,
  }),
  'WidgetTemplate',
  'A complete configuration that you can send unchanged to "Create a widget".',
);

/** Lists the templates. */
export const listTemplates = contract({
  name: 'list-templates',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/templates',
  summary: 'List widget templates',
  description:
    'Returns the whole list, the general template first. If you send `page` or `limit`, returns one page ' +
    "with `pagination`. To create a widget from a template, send the template's `config` with your own texts " +
    'and colours.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(templateBody), 'The templates, the general one first.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: {},
});
