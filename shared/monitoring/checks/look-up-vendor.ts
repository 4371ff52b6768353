import type { Company } from '#shared/companies/company';
import type {
  RegistryFacts,
  ScreeningFacts,
  SourceName,
  SourcePorts,
  SourceResult,
  TaxFacts,
  UnavailableCause,
} from '#shared/sources/ports';
import { screenedEntities } from './screened-entities.ts';
import { SCREENED_TOPICS } from './screening-matches.ts';
import { taxQueryOf } from './tax-changes.ts';

/** What the sources return for a vendor now. */
export interface VendorLookups {
  readonly registry: SourceResult<RegistryFacts>;
  /** Undefined for a vendor without a verified tax number. */
  readonly tax: SourceResult<TaxFacts> | undefined;
  readonly screening: SourceResult<ScreeningFacts>;
}

/** The effects of the lookups. */
export interface LookupEffects {
  readonly ports: Pick<SourcePorts, 'registry' | 'tax' | 'screening'>;
  /** Starts the time limit of the sources, for each of two steps. */
  readonly startSourceTime: () => AbortSignal;
}

/**
 * Looks a vendor up: first the registry and the tax authority, then the screening lists for everyone whom the registry
 * names. Lookups use the names of the company's record, so that the simulated sources return the same each day.
 */
export const lookUpVendor = async (
  company: Company,
  { ports, startSourceTime }: LookupEffects,
): Promise<VendorLookups> => {
  const { rcNumber, classificationId, companyName } = company;
  const taxQuery = taxQueryOf(company);
  const signal = startSourceTime();
  const [registry, tax] = await Promise.all([
    ports.registry({ registrationNumber: rcNumber, classificationId, businessName: companyName }, signal),
    taxQuery && ports.tax(taxQuery, signal),
  ]);
  const facts = registry.status === 'found' ? registry.facts : undefined;
  const entities = screenedEntities(company, facts);
  const screening = await ports.screening({ entities, topics: SCREENED_TOPICS }, startSourceTime());
  return { registry, tax, screening };
};

/** The sources without a response, and the cause of each. */
export const unavailableSources = (lookups: VendorLookups): readonly (readonly [SourceName, UnavailableCause])[] =>
  (['registry', 'tax', 'screening'] as const).flatMap((source) => {
    const result = lookups[source];
    return result?.status === 'unavailable' ? [[source, result.cause] as const] : [];
  });
