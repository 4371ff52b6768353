import { obligationDraftBody } from '#shared/compliance/obligation-bodies';
import { contract } from '#shared/http/contract';
import { oneObligation } from './contract-parts.ts';

/** Adds an obligation to a company of the account. */
export const createObligation = contract({
  name: 'create-obligation',
  group: 'compliance',
  method: 'POST',
  route: '/v1/compliance/obligations',
  summary: 'Create an obligation',
  description:
    'For a company of yours, beside those that it was added with: at most 50 for each company in all. It belongs to the ' +
    "company's environment. Repeated `notifyLeadDays` count once; without them you are reminded 30, 7 and 1 days before.",
  caller: 'account',
  body: obligationDraftBody,
  success: { 201: oneObligation },
  errors: ['COMPANY_NOT_FOUND', 'TOO_MANY_OBLIGATIONS'],
  idempotent: 'commit',
  links: [
    { to: 'read-obligation', parameters: { id: 'data.id' } },
    { to: 'update-obligation', parameters: { id: 'data.id' } },
    { to: 'complete-obligation', parameters: { id: 'data.id' } },
    { to: 'delete-obligation', parameters: { id: 'data.id' } },
  ],
  touches: { reads: ['company'], writes: ['obligation', 'obligationCalendar'] },
});
