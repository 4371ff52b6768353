import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { setWidgetStatusBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Makes a widget live, pauses it or returns it to draft. */
export const setWidgetStatus = contract({
  name: 'set-widget-status',
  group: 'kyb',
  method: 'PATCH',
  route: '/v1/kyb/widgets/{id}/status',
  summary: 'Set the status of a widget',
  description:
    'Any status can follow any other, and setting the current status again succeeds. Applicants can open a ' +
    'widget through its embed link only while it is `live`.',
  caller: 'account',
  path: widgetPath,
  body: setWidgetStatusBody,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND', 'NO_MODULE_ENABLED'],
  touches: { reads: ['widget'], writes: ['widget'], uses: ['vault'] },
});
