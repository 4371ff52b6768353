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
    "Creates an obligation for one of your companies, in the company's environment. A company can have up to " +
    '50 obligations, including those from the catalogue. Duplicates in `notifyLeadDays` are ignored. Without ' +
    '`notifyLeadDays`, you are reminded 30, 7 and 1 days before the due date.',
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
