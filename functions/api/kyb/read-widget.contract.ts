import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Reads one widget of the account. */
export const readWidget = contract({
  name: 'read-widget',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Read a widget',
  description:
    'Returns a widget with its embed link token and signing secret. A widget of another account is not found.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND'],
  touches: { reads: ['widget'], uses: ['vault'] },
});
