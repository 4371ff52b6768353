import type { Obligation } from '#shared/compliance/obligation';
import type { ObligationDraft } from '#shared/compliance/obligation-bodies';
import { newObligation } from '#shared/compliance/obligation-changes';
import { additionWrites } from '#shared/compliance/obligation-repository';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { Environment } from '#shared/platform/environments';
import { createCompanyFor } from './companies.ts';
import type { TestAccount } from './onboarding.ts';

/** Options of an obligation. */
export interface ObligationOverrides extends Partial<ObligationDraft> {
  /** Default: `sandbox`. A session sees only `live` obligations. */
  readonly environment?: Environment;
  readonly createdAtMs?: number;
}

/** Writes an obligation of an account into the table, by default for a company of its own. */
export const createObligationFor = async (
  account: TestAccount,
  { environment = 'sandbox', createdAtMs = Date.now(), companyId, ...fields }: ObligationOverrides = {},
  table: Pick<Table, 'transact'> = serviceTable(),
): Promise<Obligation> => {
  const obligation = newObligation(
    { accountId: account.accountId, environment },
    {
      companyId: companyId ?? (await createCompanyFor(account, { environment }, table)).id,
      ...{ category: 'custom', title: 'Renew the insurance', frequency: 'annual', nextDueDate: '2090-03-01' },
      ...fields,
    },
    createdAtMs,
  );
  const result = await table.transact(additionWrites(obligation));
  if (!result.written) throw new Error('The obligation was refused');
  return obligation;
};
