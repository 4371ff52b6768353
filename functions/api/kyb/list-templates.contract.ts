import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { component, described } from '#shared/platform/described';

const templateBody = component(
  v.object({
    id: described(v.string(), 'What to send as `templateId` with a widget made from the template.'),
    name: described(v.string(), "The template's name."),
    description: described(v.string(), 'Who the template is for, and what it asks.'),
    config: widgetConfigSchema,
  }),
  'WidgetTemplate',
  'A configuration that "create a widget" accepts as it is.',
);

/** Lists the templates. */
export const listTemplates = contract({
  name: 'list-templates',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/templates',
  summary: 'List widget templates',
  description:
    'Returns the whole list, the general template first, or one page of it with `pagination` if `page` or ' +
    "`limit` is sent. To create a widget, send a template's `config` with your own texts and colours.",
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
