import type { Company } from '#shared/companies/company';
import { newCompany } from '#shared/companies/company';
import type { VendorLookups } from '#shared/monitoring/checks/look-up-vendor';
import { found } from '#shared/sources/lookup-results';
import type { RegistryFacts, ScreeningHit } from '#shared/sources/ports';

/** When the tests' vendor was added. */
export const ADDED_MS = Date.parse('2026-11-20T09:00:00.000Z');

/** The registry's record of the tests' vendor when it is added. */
export const REGISTERED: RegistryFacts = {
  registrationNumber: 'RC1234567',
  businessName: 'ADIRE TEXTILES LIMITED',
  businessStatus: 'active',
  address: '12 Broad Street',
  city: 'Ikeja',
  state: 'Lagos',
  shareholders: [
    { name: 'Ada Obi', numberOfShares: 600_000, percentage: 60 },
    { name: 'Bello Musa', numberOfShares: 400_000, percentage: 40 },
  ],
  directors: [{ name: 'Ada Obi' }, { name: 'Chidi Eze' }],
  annualReturnsOverdue: false,
};

/** The tests' vendor. */
export const vendor = (facts: RegistryFacts = REGISTERED): Company =>
  newCompany(
    { accountId: 'usr_1', environment: 'live' },
    { classificationId: 2, registrationNumber: 'RC1234567', digits: '1234567' },
    facts,
    ADDED_MS,
  );

/** Lookups with these responses of the registry and the lists. */
export const lookups = (facts: RegistryFacts = REGISTERED, hits: readonly ScreeningHit[] = []): VendorLookups => ({
  registry: found(facts),
  tax: undefined,
  screening: found({ hits }),
});
