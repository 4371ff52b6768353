import * as v from 'valibot';
import { addCompanyBody } from '#shared/companies/company-bodies';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { companyData } from './contract-parts.ts';

/** Adds a business of the registry as a company of the account. */
export const addCompany = contract({
  name: 'add-company',
  group: 'companies',
  method: 'POST',
  route: '/v1/dashboard/companies',
  summary: 'Add a company',
  description:
    'Looks the business up in the registry and makes it yours. A business has one owner in `live`, and in the sandbox one ' +
    'for each account; an account has at most 1,000 companies in each environment. The record has the name that the registry ' +
    'has: where it is not the `companyName` of the request, `warnings` say so. An inactive business is added too, with ' +
    '`active: false`. It comes with the compliance obligations of the catalogue, each at its first due date.',
  caller: 'account',
  body: addCompanyBody,
  success: { 201: v.object({ success: succeeded, data: companyData, warnings: warningsSchema }) },
  errors: ['BUSINESS_NOT_FOUND', 'COMPANY_EXISTS', 'TOO_MANY_COMPANIES', 'SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  links: [
    { to: 'read-company', parameters: { companyId: 'data.company.id' } },
    { to: 'change-company', parameters: { id: 'data.company.id' } },
    { to: 'give-up-company', parameters: { id: 'data.company.id' } },
  ],
  touches: {
    reads: ['company', 'companyNumber', 'companyReads'],
    writes: ['company', 'companyNumber', 'companyList', 'obligation', 'obligationCalendar'],
    uses: ['sources'],
  },
});
