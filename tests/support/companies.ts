import { randomInt } from 'node:crypto';
import { newCompany } from '#shared/companies/company';
import { companyNumber } from '#shared/companies/company-number';
import { addedCompanyWrites, type OwnedCompany } from '#shared/companies/company-repository';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { Environment } from '#shared/platform/environments';
import type { TestAccount } from './onboarding.ts';

/** Options of a company. */
export interface CompanyOverrides extends Partial<Pick<OwnedCompany, 'companyName' | 'active'>> {
  /** Default: `sandbox`. A session sees only `live` companies. */
  readonly environment?: Environment;
  /** Default: a registration number of the company's own. */
  readonly rcNumber?: string;
  readonly createdAtMs?: number;
}

/** A number that no other test uses. */
export const newCompanyNumber = (): string => `RC${randomInt(1e9, 1e10)}`;

/** Writes a company of an account into the table, as if the account had added it. */
export const createCompanyFor = async (
  { accountId }: TestAccount,
  {
    environment = 'sandbox',
    rcNumber = newCompanyNumber(),
    createdAtMs = Date.now(),
    ...fields
  }: CompanyOverrides = {},
  table: Pick<Table, 'transact'> = serviceTable(),
): Promise<OwnedCompany> => {
  const number = companyNumber(rcNumber);
  if (typeof number === 'string') throw new Error(`${rcNumber} is ${number}`);
  const facts = {
    registrationNumber: number.registrationNumber,
    businessName: 'Adire Market Limited',
    businessStatus: 'active',
  } as const;
  const made = newCompany({ accountId, environment }, number, facts, createdAtMs);
  const company = { ...made, ...fields, ownerId: accountId };
  const result = await table.transact(addedCompanyWrites(company));
  if (!result.written) throw new Error('The company was refused');
  return company;
};
