import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { obligationPath } from './contract-parts.ts';

/** Deletes an obligation, or deactivates one that was seeded with its company. */
export const deleteObligation = contract({
  name: 'delete-obligation',
  group: 'compliance',
  method: 'DELETE',
  route: '/v1/compliance/obligations/{id}',
  summary: 'Delete an obligation',
  description:
    'Deletes an obligation that you created. An obligation from the catalogue is deactivated instead: it ' +
    'stays in the list, sends no reminders and can be activated again.',
  caller: 'account',
  path: obligationPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['OBLIGATION_NOT_FOUND'],
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
