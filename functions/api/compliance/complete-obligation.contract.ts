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
    'Completes an obligation and sets its next due date. A `monthly` one moves on by a month, to the same ' +
    'day or the last day of a shorter month. An `annual` one moves on by a year. The date moves by one ' +
    'period, even if it is long overdue. A `one_off` obligation is deactivated; a `custom` one keeps its ' +
    'date. Each call completes one period; repeats with the same `Idempotency-Key` count once.',
  caller: 'account',
  path: obligationPath,
  body: completionBody,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND', 'OBLIGATION_INACTIVE'],
  idempotent: 'commit',
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
