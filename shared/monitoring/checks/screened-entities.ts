import type { Company } from '#shared/companies/company';
import type { RegistryFacts, ScreenedEntity } from '#shared/sources/ports';
import { businessNameKey, namesLegalForm } from '#shared/verification/name-matching';

/** Directors and shareholders that are screened, directors first, then the largest owners: yente takes 100 in a batch. */
const MAX_PEOPLE = 50;

/** Every business of the registry is registered there. */
const JURISDICTION = 'NG';

/** Owners may be businesses themselves. */
const entityOf = (name: string): ScreenedEntity => ({
  kind: namesLegalForm(name) ? 'business' : 'person',
  names: [name],
});

/**
 * Who is screened for a vendor, as checks of applicants do it: the business by its name and number, and everyone named
 * with it by name, each once.
 *
 * @param facts of the registry; without them the shareholders that the company's record names.
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
