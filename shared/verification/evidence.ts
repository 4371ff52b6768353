import type { SourceName } from '#shared/sources/ports';
import type { CheckEvidence } from './check-evidence.ts';
import { type CheckReason, HIT_REASONS } from './check-reasons.ts';
import type { ClearedMark, Evidence } from './evidence-view.ts';
import type { FoundEntry } from './listed-entry.ts';

/** What a reason means for the source's record: it was not asked for, it does not exist, or a field of it differs. */
const RECORD_BY_REASON: Readonly<Partial<Record<CheckReason, 'not_asked' | 'missing' | { readonly differs: string }>>> =
  {
    registration_number_malformed: 'not_asked',
    tin_malformed: 'not_asked',
    account_number_malformed: 'not_asked',
    meter_malformed: 'not_asked',
    registration_not_found: 'missing',
    tin_not_found: 'missing',
    account_not_found: 'missing',
    person_not_confirmed: 'missing',
    document_not_found: 'missing',
    address_not_verified: 'missing',
    meter_not_found: 'missing',
    profile_not_confirmed: 'missing',
    registration_number_mismatch: { differs: 'registrationNumber' },
    business_inactive: { differs: 'businessStatus' },
    name_mismatch: { differs: 'businessName' },
    person_mismatch: { differs: 'people' },
    document_expired: { differs: 'documentStatus' },
    document_revoked: { differs: 'documentStatus' },
  };

const isHit = (code: CheckReason): boolean => Object.values(HIT_REASONS).some((hit) => hit === code);

/** A check that has ended. @property completedAt null if it has no verdict. */
export interface EndedCheck {
  readonly source: SourceName | null;
  readonly reasonCodes: readonly CheckReason[];
  readonly completedAt: string | null;
  /** Its stored evidence; undefined once that is deleted. */
  readonly kept: CheckEvidence | undefined;
  /** Who cleared an entry; by default nobody. */
  readonly clearedOf?: ClearedOf;
}

/** Returns who cleared an entry. */
export type ClearedOf = (entry: Pick<FoundEntry, 'entity' | 'version'>) => ClearedMark | null;

const nobody: ClearedOf = () => null;

/**
 * The evidence of a check: one item for the question to its source; empty when no source was asked or there is no
 * verdict. Source, time, `matched` and `differs` follow from the reasons of the verdict and are permanent; the rest is
 * what was stored.
 */
export const evidenceOf = ({ source, reasonCodes, completedAt, kept, clearedOf = nobody }: EndedCheck): Evidence[] => {
  const records = reasonCodes.map((code) => RECORD_BY_REASON[code]);
  if (source === null || completedAt === null || records.includes('not_asked')) return [];
  const matched = source === 'screening' ? reasonCodes.some(isHit) : !records.includes('missing');
  return [
    {
      source,
      at: completedAt,
      matched,
      differs: records.flatMap((record) => (typeof record === 'object' ? [record.differs] : [])),
      compared: kept?.compared ?? null,
      answered: kept?.answered ?? null,
      entries: (kept?.entries ?? []).map(({ version, ...entry }) => ({
        ...entry,
        cleared: clearedOf({ entity: entry.entity, version }),
      })),
    },
  ];
};
