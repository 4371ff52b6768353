import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { MESSAGE_ROW } from '#shared/http/error-rows';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { companyDataBody } from './contract-parts.ts';

/** Reads one company of the account. */
export const readCompany = contract({
  name: 'read-company',
  group: 'companies',
  method: 'GET',
  route: '/v1/dashboard/company-details',
  summary: 'Read a company',
  description:
    'Returns one of your companies. A company of another account, or in the other environment, is not found.',
  caller: 'account',
  query: object({ companyId: described(idText, 'The id of the company (`cmp_`).') }),
  success: { 200: v.object({ success: succeeded, data: companyDataBody }) },
  errors: ['COMPANY_NOT_FOUND'],
  errorRows: { 404: MESSAGE_ROW },
  touches: { reads: ['company', 'companyReads'], uses: ['verificationDownloads'] },
});
