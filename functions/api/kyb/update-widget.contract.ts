import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { changeWidgetBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Changes the name, the template or sections of the configuration of a widget. */
export const updateWidget = contract({
  name: 'update-widget',
  group: 'kyb',
  method: 'PATCH',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Update a widget',
  description:
    'Updates the fields that are sent; a section of `config` is replaced as a whole. A live widget must keep ' +
    'at least one enabled module. Open sessions apply the change at their next call: they keep the modules ' +
    'they were opened with, except those now disabled. `warnings` report texts that will not work.',
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
