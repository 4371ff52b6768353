import { completionBody } from '#shared/compliance/obligation-bodies';
import { contract } from '#shared/http/contract';
import { obligationPath, oneObligation } from './contract-parts.ts';

/** Completes an obligation, and rolls its due date. */
export const completeObligation = contract({
  name: 'complete-obligation',
  group: 'compliance',
  method: 'POST',
  route: '/v1/compliance/obligations/{id}/complete',
  summary: 'Complete an obligation',
  description:
    'Moves the due date on by one period, however long ago it was: a monthly one by a month, to the same day or the last ' +
    'of a shorter month, an annual one by a year. A single one (`one_off`) is deactivated, a `custom` one keeps its date. ' +
    'Each call moves it on; repeats with the same `Idempotency-Key` do so once.',
  caller: 'account',
  path: obligationPath,
  body: completionBody,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND', 'OBLIGATION_INACTIVE'],
  idempotent: 'commit',
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
