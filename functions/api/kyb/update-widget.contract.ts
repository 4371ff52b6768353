import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { changeWidgetBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Changes a widget's name, its template, or sections of its configuration. */
export const updateWidget = contract({
  name: 'update-widget',
  group: 'kyb',
  method: 'PATCH',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Update a widget',
  description:
    'Updates only the fields you send. Each section of `config` you send replaces the current one as a ' +
    'whole. A live widget must keep at least one enabled module. Open sessions pick up the change at their ' +
    'next call; they keep the modules they were opened with, except those that are now disabled. `warnings` ' +
    'lists values that were accepted but will not work.',
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
