import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { changeWidgetBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Changes the name, the template or sections of the configuration of a widget. */
export const changeWidget = contract({
  name: 'change-widget',
  group: 'kyb',
  method: 'PATCH',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Change a widget',
  description:
    'What is not sent stays as it is; a section of `config` is replaced as a whole. A live widget keeps at least one ' +
    'enabled module. Open sessions follow the change at their next call: they keep the modules that they were opened ' +
    'with, without those that are disabled now. Texts that will not work are reported in `warnings`.',
  caller: 'account',
  path: widgetPath,
  body: changeWidgetBody,
  success: {
    200: v.object({
      success: succeeded,
      data: widgetBody,
      warnings: warningsSchema,
    }),
  },
  errors: ['WIDGET_NOT_FOUND', 'NO_MODULE_ENABLED'],
  touches: {
    reads: ['account', 'followerAddress', 'widget'],
    writes: ['widget'],
    uses: ['codes', 'textSettings', 'vault'],
  },
});
