import * as v from 'valibot';
import { addCompanyBody } from '#shared/companies/company-bodies';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { companyDataBody } from './contract-parts.ts';

/** Adds a business from the registry as a company of the account. */
export const addCompany = contract({
  name: 'add-company',
  group: 'companies',
  method: 'POST',
  route: '/v1/dashboard/companies',
  summary: 'Add a company',
  description:
    'Looks up a business in the registry and adds it to your companies. In `live`, a business has only one ' +
    'owner; in the sandbox, each account can own it. An account can have up to 1,000 companies in each ' +
    'environment. The company takes the name in the registry; if `companyName` differs, `warnings` says so. ' +
    'An inactive business is added with `active: false`. The compliance obligations in the catalogue are ' +
    'created with the company, each with its first due date.',
  caller: 'account',
  body: addCompanyBody,
  success: { 201: v.object({ success: succeeded, data: companyDataBody, warnings: warningsSchema }) },
  errors: ['BUSINESS_NOT_FOUND', 'COMPANY_EXISTS', 'TOO_MANY_COMPANIES', 'SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  links: [
    { to: 'read-company', parameters: { companyId: 'data.company.id' } },
    { to: 'update-company', parameters: { id: 'data.company.id' } },
    { to: 'give-up-company', parameters: { id: 'data.company.id' } },
  ],
  touches: {
    reads: ['company', 'companyNumber', 'companyReads'],
    writes: ['company', 'companyNumber', 'companyList', 'obligation', 'obligationCalendar'],
    uses: ['sources'],
  },
});
