import type { Company } from '#shared/companies/company';
import type { RegistryFacts, ScreenedEntity } from '#shared/sources/ports';
import { businessNameKey, namesLegalForm } from '#shared/verification/name-matching';

/**
 * Maximum directors and shareholders that are screened, directors first, then the largest owners: yente takes 100 in a
 * batch.
 */
const MAX_PEOPLE = 50;

/** Every business in the registry is registered in this country. */
const JURISDICTION = 'NG';

/** Owners may be businesses themselves. */
const entityOf = (name: string): ScreenedEntity => ({
  kind: namesLegalForm(name) ? 'business' : 'person',
  names: [name],
});

/**
 * The entities that are screened for a vendor, as in checks of applicants: the business by name and number, and
 * everyone named with it by name, each once.
 *
 * @param facts from the registry; without them the shareholders of the company's record are used.
 */
export const screenedEntities = (company: Company, facts: RegistryFacts | undefined): readonly ScreenedEntity[] => {
  const owners = (facts ?? company.registry).shareholders ?? [];
  const largestFirst = owners.toSorted((one, other) => (other.percentage ?? 0) - (one.percentage ?? 0));
  const names = [...(facts?.directors ?? []), ...largestFirst].map(({ name }) => name);
  const distinct = new Map(names.map((name) => [businessNameKey(name), name]));
  return [
    {
      kind: 'business',
      names: [facts?.businessName ?? company.companyName],
      registrationNumber: company.rcNumber,
      jurisdiction: JURISDICTION,
    },
    ...[...distinct.values()].slice(0, MAX_PEOPLE).map(entityOf),
  ];
};
