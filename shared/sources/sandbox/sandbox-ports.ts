import { createHash } from 'node:crypto';
import { found, NOT_FOUND, unavailable } from '#shared/sources/lookup-results';
import type {
  DocumentFacts,
  RegistryFacts,
  RegistryQuery,
  ScreenedEntity,
  ScreeningHit,
  ScreeningTopic,
  SocialPlatform,
  SourcePorts,
  SourceResult,
  VisitFacts,
  VisitQuery,
} from '#shared/sources/ports';
import { sandboxRecord } from './sandbox-registry.ts';
import { nameOutcome, scenarioOf, unnamedBusiness } from './scenarios.ts';

/** The owner of a record that does not belong to the business. */
const SOMEBODY_ELSE = 'Sandbox Holdings of Somebody Else';

/** The name that a source has of a person whose details differ. */
const ANOTHER_PERSON = 'Sandbox Person of Another Name';

/** A result by name: not found, a record under another name, or one under the name that was looked up. */
const byName = <Facts>(
  businessName: string | undefined,
  facts: (recordedName: string) => Facts,
  nameOfUnnamed = 'Sandbox Business',
): SourceResult<Facts> => {
  switch (nameOutcome(businessName)) {
    case 'unavailable':
      return unavailable('simulated');
    case 'reject':
      return NOT_FOUND;
    case 'review':
      return found(facts(SOMEBODY_ELSE));
    default:
      return found(facts(businessName ?? nameOfUnnamed));
  }
};

const registryResult = ({ registrationNumber, businessName }: RegistryQuery): SourceResult<RegistryFacts> => {
  const known = (recordedName: string, businessStatus: RegistryFacts['businessStatus'] = 'active'): RegistryFacts => ({
    ...sandboxRecord(registrationNumber),
    businessName: recordedName,
    businessStatus,
  });
  const unnamed = unnamedBusiness(registrationNumber);
  switch (scenarioOf('registrationNumber', registrationNumber)?.outcome) {
    case 'unavailable':
      return unavailable('simulated');
    case 'not_found':
      return NOT_FOUND;
    case 'inactive':
      return byName(businessName, (recordedName) => known(recordedName, 'inactive'), unnamed);
    case 'name_mismatch':
      return byName(businessName, () => known(SOMEBODY_ELSE));
    default:
      return byName(businessName, known, unnamed);
  }
};

const documentStatusOf = (documentNumber: string): DocumentFacts['documentStatus'] => {
  const outcome = scenarioOf('documentNumber', documentNumber)?.outcome;
  return outcome === 'expired' || outcome === 'revoked' ? outcome : 'valid';
};

/** A hash that is the same for the same name. */
const hashOf = (name: string): string => createHash('sha256').update(name.trim()).digest('hex').slice(0, 8);

const hitsOf = (entity: ScreenedEntity, topics: readonly ScreeningTopic[]): ScreeningHit[] =>
  entity.names.flatMap((name) =>
    topics
      .filter((topic) => topic === nameOutcome(name))
      .map((topic) => ({
        topic,
        listedId: `sandbox-${topic}-${hashOf(name)}`,
        listed: { list: `sandbox_${topic}`, entity: name, url: null },
        matchScore: 1,
        details: {
          listedAt: '2020-01-15T00:00:00',
          address: `${1 + (Number.parseInt(hashOf(name), 16) % 200)} Sandbox Street`,
          country: 'ng',
        },
      })),
  );

/**
 * The result of a visit. The street determines it, except for a business that no source knows, or whose sources are
 * down.
 */
const visitResult = ({ street, businessName }: VisitQuery): SourceResult<VisitFacts> => {
  const outcome = nameOutcome(businessName);
  if (outcome === 'unavailable') return unavailable('simulated');
  switch (scenarioOf('street', street)?.outcome) {
    case 'unreachable':
      return found({ visitStatus: 'not_possible' });
    case 'pending':
      return found({ visitStatus: 'booked' });
    case 'not_verified':
      return found({ visitStatus: 'booked', simulatedResult: 'not_verified' });
    default:
      return found({ visitStatus: 'booked', simulatedResult: outcome === 'reject' ? 'not_verified' : 'verified' });
  }
};

/**
 * Sources without randomness: the same lookup always gets the same response. Magic values have the outcomes of
 * `SANDBOX_SCENARIOS`; everything else is known, active and under the name that was looked up.
 */
export const SANDBOX_PORTS: SourcePorts = {
  registry: async (query) => registryResult(query),

  tax: async ({ taxNumber, businessName }) =>
    scenarioOf('tin', taxNumber)?.outcome === 'not_found'
      ? NOT_FOUND
      : byName(businessName, (taxpayerName) => ({ taxpayerName })),

  bankAccount: async ({ businessName }) => byName(businessName, (accountName) => ({ accountName })),

  screening: async ({ entities, topics }) =>
    entities.some(({ names }) => names.some((name) => nameOutcome(name) === 'unavailable'))
      ? unavailable('simulated')
      : found({ hits: entities.flatMap((entity) => hitsOf(entity, topics)) }),

  identity: async ({ people, businessName }) =>
    byName(businessName, (recordedName) => ({
      people: people.map(() => (recordedName === SOMEBODY_ELSE ? 'mismatch' : 'confirmed')),
      recordedNames: people.map(({ fullName }) => (recordedName === SOMEBODY_ELSE ? ANOTHER_PERSON : fullName)),
    })),

  documents: async ({ documentNumber, businessName }) =>
    byName(businessName, (holderName) => ({ documentStatus: documentStatusOf(documentNumber), holderName })),

  socialMedia: async ({ profiles, businessName }) =>
    byName(businessName, (recordedName) => ({
      confirmed: recordedName === SOMEBODY_ELSE ? [] : (Object.keys(profiles) as SocialPlatform[]),
    })),

  meter: async ({ meterNumber, provider, businessName }) =>
    scenarioOf('meterNumber', meterNumber)?.outcome === 'not_found'
      ? NOT_FOUND
      : byName(businessName, () => ({ address: `${meterNumber} Sandbox Street, ${provider}` })),

  visits: async (query) => visitResult(query),
};
