import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { saidMessage, succeeded } from '#shared/http/envelope';
import { companyPath } from './contract-parts.ts';

/** Gives up a company of the account. */
export const giveUpCompany = contract({
  name: 'give-up-company',
  group: 'companies',
  method: 'DELETE',
  route: '/v1/dashboard/companies/{id}',
  summary: 'Give up a company',
  description:
    'It is no longer yours, and whoever adds its number next gets it under the same id. What you stated of it goes, and your ' +
    'chats about it, its obligations and their reminders end. Paid checks and the ledger stay, and so does the record for ' +
    'who watches it as a vendor.',
  caller: 'account',
  path: companyPath,
  success: { 200: v.object({ success: succeeded, message: saidMessage }) },
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
