import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { widgetPath } from './contract-parts.ts';

/** Deletes a widget with its webhook registrations. */
export const deleteWidget = contract({
  name: 'delete-widget',
  group: 'kyb',
  method: 'DELETE',
  route: '/v1/kyb/widgets/{id}',
  summary: 'Delete a widget',
  description:
    'Deletes the widget. Its embed token and open sessions stop working at once, and its webhook ' +
    'registrations are deleted. Its applicants can still be read, and submissions that were already made are ' +
    'still decided.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['WIDGET_NOT_FOUND'],
  touches: {
    reads: ['widget', 'registrations', 'registrationSlot'],
    writes: ['widget', 'widgetList', 'registrations', 'registrationSlot'],
  },
});
