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
    'Updates the fields that are sent; a null or empty `description` clears it. After a new `nextDueDate`, ' +
    'later months fall on its day. Obligations from the catalogue can be updated too.',
  caller: 'account',
  path: obligationPath,
  body: obligationChangeBody,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND'],
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
