import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { companyPath } from './contract-parts.ts';

/** Gives up a company of the account. */
export const giveUpCompany = contract({
  name: 'give-up-company',
  group: 'companies',
  method: 'DELETE',
  route: '/v1/dashboard/companies/{id}',
  summary: 'Give up a company',
  description:
    'Ends your ownership of a company. What you stated about the company is deleted. Your chats about it, ' +
    'its obligations and their reminders end. Paid checks, the ledger and the record that accounts watch as ' +
    'a vendor remain. The account that next adds the registration number gets the company under the same id.',
  caller: 'account',
  path: companyPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['COMPANY_NOT_FOUND'],
  touches: {
    reads: ['company', 'obligationCalendar', 'chatListOfCompany', 'chatsAboutCompany'],
    writes: [
      'company',
      'companyNumber',
      'companyList',
      'obligation',
      'obligationCalendar',
      'chat',
      'chatList',
      'chatListOfCompany',
    ],
  },
});
