import { completionBody } from '#shared/compliance/obligation-bodies';
import { contract } from '#shared/http/contract';
import { obligationPath, oneObligation } from './contract-parts.ts';

/** Completes an obligation, and moves its due date. */
export const completeObligation = contract({
  name: 'complete-obligation',
  group: 'compliance',
  method: 'POST',
  route: '/v1/compliance/obligations/{id}/complete',
  summary: 'Complete an obligation',
  description:
    'Completes an obligation and sets its next due date. For a `monthly` obligation, the due date moves on ' +
    'by a month, to the same day or to the last day of a shorter month. For an `annual` one, it moves on by ' +
    'a year. It always moves by one period, even if the obligation is long overdue. A `one_off` obligation ' +
    'is deactivated, and a `custom` one keeps its due date. Each call completes one period; repeats with the ' +
    'same `Idempotency-Key` count once.',
  caller: 'account',
  path: obligationPath,
  body: completionBody,
  success: { 200: oneObligation },
  errors: ['OBLIGATION_NOT_FOUND', 'OBLIGATION_INACTIVE'],
  idempotent: 'commit',
  touches: { reads: ['obligation'], writes: ['obligation', 'obligationCalendar'] },
});
