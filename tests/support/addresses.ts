import { periodOf } from '#shared/addresses/address-budget';
import {
  type AddressVerification,
  addAddressVerification,
  newAddressVerification,
} from '#shared/addresses/address-verification';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { TestAccount } from './onboarding.ts';

/** Options of an address verification. */
export interface AddressOverrides {
  /** Default: `sandbox`. */
  readonly environment?: Environment;
  /** Default: a company that does not exist. */
  readonly companyId?: string;
  /** Default: an address whose simulated visit finds the business. */
  readonly street?: string;
  readonly createdAtMs?: number;
}

/** Writes a pending verification of an account into the table, as if it had been submitted at no charge. */
export const createAddressFor = async (
  { accountId }: TestAccount,
  {
    environment = 'sandbox',
    companyId = newId('cmp', Date.now()),
    street = '12 Broad Street',
    createdAtMs: nowMs = Date.now(),
  }: AddressOverrides = {},
  table: Pick<Table, 'transact'> = serviceTable(),
): Promise<AddressVerification> => {
  const submission = {
    companyId,
    businessName: 'Adire Market Limited',
    businessPhone: '+2348031234567',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+2348057654321',
    street,
    landmark: 'Opposite the central mosque',
    lga: 'Lagos Island',
    city: 'Lagos',
    state: 'Lagos',
  };
  const charge = { chargeKobo: 0, budgetPeriod: periodOf(nowMs) };
  const verification = newAddressVerification({ accountId, environment }, submission, charge, nowMs);
  const result = await table.transact(addAddressVerification(verification));
  if (!result.written) throw new Error('The address verification was refused');
  return verification;
};
