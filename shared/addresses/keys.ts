import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of address verifications and their budgets. */
export const addressKeys = {
  verification: (reference: string): Key => ({ pk: join('ADDR', reference), sk: 'VERIFICATION' }),
  /** Ordered by submission, because references are time-ordered. */
  ofCompany: (accountId: string, environment: string, companyId: string, reference: string): Key => ({
    pk: join('ADDROF', accountId, environment, companyId),
    sk: join('ADDR', reference),
  }),
  /** @param period a UTC calendar month, `2026-11`. */
  budget: (accountId: string, environment: string, period: string): Key => ({
    pk: join('ADDRBUDGET', accountId, environment),
    sk: join('MONTH', period),
  }),
  budgetCap: (accountId: string): Key => ({ pk: join('ADDRCAP', accountId), sk: 'CAP' }),
} as const;

/** Partitions and sort keys of lists. */
export const addressLists = {
  ofCompany: (accountId: string, environment: string, companyId: string): string =>
    join('ADDROF', accountId, environment, companyId),
  references: 'ADDR#',
  due: 'ADDRDUE',
} as const;

/** The access patterns. */
export const ADDRESS_FAMILIES = {
  addressVerification: {
    partition: () => addressKeys.verification('{addr}').pk,
    patterns: { VERIFICATION: 'address verification by reference' },
  },
  addressesOfCompany: {
    partition: () => addressLists.ofCompany('{usr}', '{env}', '{cmp}'),
    patterns: { 'ADDR#{addr}': 'latest address verification of a company' },
  },
  addressBudget: {
    partition: () => addressKeys.budget('{usr}', '{env}', '{month}').pk,
    patterns: { 'MONTH#{month}': 'what address verifications of an account cost in a month' },
  },
  addressBudgetCap: {
    partition: () => addressKeys.budgetCap('{usr}').pk,
    patterns: { CAP: "an account's own cap of that, set by an operator" },
  },
  dueVisits: {
    index: 'gsi4',
    partition: () => addressLists.due,
    patterns: { '{time}~{addr}': 'visits whose next step is overdue' },
  },
} as const satisfies Families;
