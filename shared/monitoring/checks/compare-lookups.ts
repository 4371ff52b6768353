import type { Company } from '#shared/companies/company';
import { isoTime } from '#shared/platform/clock';
import { continuedAbsence } from './absence.ts';
import type { CheckSnapshot } from './check-snapshot.ts';
import type { Finding } from './finding.ts';
import type { VendorLookups } from './look-up-vendor.ts';
import { registryChanges, unlistedFinding } from './registry-changes.ts';
import { mergedState, recordedState, registryStateOf } from './registry-state.ts';
import { screeningChanges } from './screening-matches.ts';
import { taxChanges, taxQueryOf } from './tax-changes.ts';

/** One part of the comparison: its findings, and its part of the next snapshot. */
interface Compared<Part> {
  readonly findings: readonly Finding[];
  readonly known: Part;
}

type RegistryPart = Pick<CheckSnapshot, 'registry' | 'registryAbsence'>;

const compareRegistry = (
  { registry: before, registryAbsence }: RegistryPart,
  { registry }: VendorLookups,
  nowMs: number,
): Compared<RegistryPart> => {
  switch (registry.status) {
    case 'unavailable':
      return { findings: [], known: { registry: before, ...(registryAbsence && { registryAbsence }) } };
    case 'not_found': {
      const { absence, isDue } = continuedAbsence(registryAbsence, nowMs);
      const findings = isDue && before.active ? [unlistedFinding(absence)] : [];
      return { findings, known: { registry: before, registryAbsence: absence } };
    }
    case 'found': {
      const now = registryStateOf(registry.facts);
      return {
        findings: registryChanges(before, now),
        known: { registry: mergedState(before, now) },
      };
    }
  }
};

const compareTax = (
  before: CheckSnapshot['tax'],
  company: Company,
  { tax, registry }: VendorLookups,
  nowMs: number,
): Compared<CheckSnapshot['tax']> => {
  const query = taxQueryOf(company);
  if (!query || !tax || tax.status === 'unavailable') return { findings: [], known: before };
  const names = [company.companyName, ...(registry.status === 'found' ? [registry.facts.businessName] : [])];
  const { findings, state } = taxChanges(before, query, tax.status === 'found' ? tax.facts : undefined, names, nowMs);
  return { findings, known: state };
};

const compareScreening = (
  before: CheckSnapshot['matches'],
  { screening }: VendorLookups,
  nowMs: number,
): Compared<CheckSnapshot['matches']> => {
  if (screening.status === 'unavailable') return { findings: [], known: before };
  const hits = screening.status === 'found' ? screening.facts.hits : [];
  const { findings, known } = screeningChanges(before, hits, nowMs);
  return { findings, known: [...known] };
};

/**
 * Compares a vendor with its last check. The result is the changes and the next snapshot. For a source that is
 * unavailable, the known state stays; the other sources count. The first check compares the registry with the company's
 * record, and has nothing to compare the other sources with.
 */
export const compareLookups = (
  company: Company,
  before: CheckSnapshot | undefined,
  lookups: VendorLookups,
  nowMs: number,
): { readonly findings: readonly Finding[]; readonly snapshot: CheckSnapshot } => {
  const { matches = [], checks = 0 } = before ?? {};
  const registry = compareRegistry(before ?? { registry: recordedState(company) }, lookups, nowMs);
  const tax = compareTax(before?.tax, company, lookups, nowMs);
  const screening = compareScreening(matches, lookups, nowMs);
  return {
    findings: [...screening.findings, ...registry.findings, ...tax.findings],
    snapshot: {
      vendorId: company.id,
      checks: checks + 1,
      checkedAt: isoTime(nowMs),
      ...registry.known,
      ...(tax.known && { tax: tax.known }),
      matches: [...screening.known],
    },
  };
};
