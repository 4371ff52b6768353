import * as v from 'valibot';
import type { ScreeningHit, ScreeningTopic, SourceName } from '#shared/sources/ports';
import { type CheckReason, HIT_REASONS } from './check-reasons.ts';
import { type Evidence, listEntryEntries } from './evidence-view.ts';

const TOPICS = Object.keys(HIT_REASONS) as ScreeningTopic[];

const foundEntrySchema = v.object({ topic: v.picklist(TOPICS), ...listEntryEntries });

/** An entry of a screening list that may be the business or one of its people. */
export type FoundEntry = v.InferOutput<typeof foundEntrySchema>;

/** The form in which entries are sealed: JSON. */
export const entriesText = (entries: readonly FoundEntry[]): string => JSON.stringify(entries);

/** Parses {@link entriesText}. */
export const parseEntries = (text: string): readonly FoundEntry[] =>
  v.parse(v.array(foundEntrySchema), JSON.parse(text));

/** Entries that one check keeps, the best matches first: a reviewer reads no more, and an item must hold them. */
const MAX_ENTRIES = 20;

/** The entries that a screening found, each once, the best matches first. */
export const foundEntries = (hits: readonly ScreeningHit[]): readonly FoundEntry[] => {
  const entries = hits.map(({ topic, listed: { list, entity, url }, matchScore }) => ({
    topic,
    list,
    name: entity,
    score: matchScore,
    url,
  }));
  const byScore = entries.toSorted((one, other) => other.score - one.score);
  const once = new Map<string, FoundEntry>();
  for (const entry of byScore) {
    const key = JSON.stringify([entry.topic, entry.list, entry.name]);
    if (!once.has(key)) once.set(key, entry);
  }
  return [...once.values()].slice(0, MAX_ENTRIES);
};

/** What a reason says of the source's record: nobody was asked for one, there is none, or a field of it differs. */
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

/** A check that has ended. @property completedAt null where it has no verdict. */
export interface EndedCheck {
  readonly source: SourceName | null;
  readonly reasonCodes: readonly CheckReason[];
  readonly completedAt: string | null;
  /** The entries that a screening kept. */
  readonly entries?: readonly FoundEntry[];
}

/**
 * The evidence of a check: one item for the question that its source was asked, none where nobody was asked or there is no
 * verdict. All of it follows from the reasons of the verdict, except for the entries of a screening.
 */
export const evidenceOf = ({ source, reasonCodes, completedAt, entries = [] }: EndedCheck): Evidence[] => {
  const records = reasonCodes.map((code) => RECORD_BY_REASON[code]);
  if (source === null || completedAt === null || records.includes('not_asked')) return [];
  const matched = source === 'screening' ? reasonCodes.some(isHit) : !records.includes('missing');
  return [
    {
      source,
      at: completedAt,
      matched,
      differs: records.flatMap((record) => (typeof record === 'object' ? [record.differs] : [])),
      entries: entries.map(({ topic: _, ...entry }) => entry),
    },
  ];
};
