import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { widgetPath } from './contract-parts.ts';

/** Deletes a widget, and its webhook registrations with it. */
export const deleteWidget = contract({
  name: 'delete-widget',
  group: 'kyb',
  method: 'DELETE',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Delete a widget',
  description:
    'Removes the widget. Its embed token and its open sessions end at once, and its webhook registrations ' +
    'are deleted. Its applicants stay readable, and earlier submissions are still decided.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['WIDGET_NOT_FOUND'],
  touches: {
    reads: ['widget', 'registrations', 'registrationSlot'],
    writes: ['widget', 'widgetList', 'registrations', 'registrationSlot'],
  },
});
