import { obligationChangeBody } from '#shared/compliance/obligation-bodies';
import { contract } from '#shared/http/contract';
import { obligationPath, oneObligation } from './contract-parts.ts';

/** Changes an obligation. */
export const updateObligation = contract({
  name: 'update-obligation',
  group: 'compliance',
  method: 'PATCH',
  route: '/v1/compliance/obligations/{id}',
  summary: 'Change an obligation',
  description:
    'Only fields that are sent change; a `description` of null or of no text clears it. Later months roll from the day of a new ' +
    '`nextDueDate`. Seeded ones are changed in the same way.',
  caller: 'account',
  path: obligationPath,
  body: obligationChangeBody,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND'],
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
