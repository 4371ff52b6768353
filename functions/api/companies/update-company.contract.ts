import * as v from 'valibot';
import { changeCompanyBody } from '#shared/companies/company-bodies';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { companyDataBody, companyPath } from './contract-parts.ts';

/** Changes the owner's statements about a company. */
export const updateCompany = contract({
  name: 'update-company',
  group: 'companies',
  method: 'PATCH',
  route: '/v1/dashboard/companies/{id}',
  summary: 'Update a company',
  description:
    'Updates the details that you state yourself: contact, online profiles and description. Everything else ' +
    'comes from the registry and the checks. Fields you leave out stay as they are; null clears a field.',
  caller: 'account',
  path: companyPath,
  body: changeCompanyBody,
  success: { 200: v.object({ success: succeeded, data: companyDataBody }) },
  errors: ['COMPANY_NOT_FOUND'],
  touches: { reads: ['companyReads'], writes: ['company'], uses: ['verificationDownloads'] },
});
