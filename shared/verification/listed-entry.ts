import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ScreeningHit, ScreeningTopic } from '#shared/sources/ports';
import { HIT_REASONS } from './check-reasons.ts';
import { evidenceText } from './evidence-fields.ts';
import { listEntryEntries } from './evidence-view.ts';

/** A screening list's entry that may be the business or one of its people, as it is stored. */
export const foundEntrySchema = v.object({
  ...listEntryEntries,
  topic: v.picklist(Object.keys(HIT_REASONS) as ScreeningTopic[]),
  /** Identifies the source's data about the entry; it changes whenever that does. */
  version: v.string(),
});

/** A screening list's entry that may be the business or one of its people. */
export type FoundEntry = v.InferOutput<typeof foundEntrySchema>;

/** Maximum entries that one check stores, best matches first: reviewers read no more, and they must fit in an item. */
const MAX_ENTRIES = 20;

/** Maximum characters of each text of an entry. A longer URL is left out. */
const MAX_LENGTHS = { id: 100, list: 80, name: 150, url: 300, address: 150, short: 40 } as const;

/** The version of a source's data about an entry: a hash of its name, topics, lists and dates. */
const versionOf = ({ topic, listed, details }: ScreeningHit): string => {
  const { lists = [listed.list], topics = [topic], listedAt = null, changedAt = null } = details ?? {};
  const said = [listed.entity, lists.toSorted(), topics.toSorted(), listedAt, changedAt];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16);
};

const shortText = (text: string | null | undefined): string | null =>
  text ? evidenceText(text, MAX_LENGTHS.short) : null;

/** A URL in ASCII, as browsers send it. */
const shortUrl = (url: string | null): string | null => {
  const href = url === null ? undefined : URL.parse(url)?.href;
  return href !== undefined && href.length <= MAX_LENGTHS.url ? href : null;
};

const entryOf = (hit: ScreeningHit): FoundEntry => {
  const { topic, listedId, listed, matchScore, details } = hit;
  return {
    entity: evidenceText(listedId, MAX_LENGTHS.id),
    topic,
    list: evidenceText(listed.list, MAX_LENGTHS.list),
    name: evidenceText(listed.entity, MAX_LENGTHS.name),
    score: matchScore,
    url: shortUrl(listed.url),
    listedAt: shortText(details?.listedAt),
    address: details?.address ? evidenceText(details.address, MAX_LENGTHS.address) : null,
    country: shortText(details?.country),
    birthDate: shortText(details?.birthDate),
    version: versionOf(hit),
  };
};

/** Whether a reviewer found an entry to be somebody else. */
export type IsCleared = (entry: Pick<FoundEntry, 'entity' | 'version'>) => boolean;

/** The entries that a screening stored. @property more the number of further entries that are not cleared. */
export interface FoundEntries {
  readonly entries: readonly FoundEntry[];
  readonly more: number;
  /** The topics of the entries that are not cleared. */
  readonly openTopics: readonly ScreeningTopic[];
}

const byScore = (one: FoundEntry, other: FoundEntry): number => other.score - one.score;

/**
 * The entries that a screening found, each once for a topic, best matches first. Those beyond 20 are only counted.
 * Cleared entries are stored if there is room, and count for no topic.
 */
export const foundEntries = (hits: readonly ScreeningHit[], isCleared: IsCleared = () => false): FoundEntries => {
  const once = new Map<string, FoundEntry>();
  for (const entry of hits.map(entryOf).sort(byScore)) {
    const key = JSON.stringify([entry.topic, entry.entity]);
    if (!once.has(key)) once.set(key, entry);
  }
  const found = [...once.values()];
  const open = found.filter((entry) => !isCleared(entry));
  return {
    entries: [...open, ...found.filter(isCleared)].slice(0, MAX_ENTRIES).sort(byScore),
    more: Math.max(0, open.length - MAX_ENTRIES),
    openTopics: [...new Set(open.map(({ topic }) => topic))],
  };
};
