import { obligationChangeBody } from '#shared/compliance/obligation-bodies';
import { contract } from '#shared/http/contract';
import { obligationPath, oneObligation } from './contract-parts.ts';

/** Changes an obligation. */
export const updateObligation = contract({
  name: 'update-obligation',
  group: 'compliance',
  method: 'PATCH',
  route: '/v1/compliance/obligations/{id}',
  summary: 'Update an obligation',
  description:
    'Updates only the fields you send. A null or empty `description` clears it. A new `nextDueDate` also ' +
    'sets the day of the month on which later due dates fall. You can update obligations from the catalogue ' +
    'too.',
  caller: 'account',
  path: obligationPath,
  body: obligationChangeBody,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND'],
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
