import * as v from 'valibot';
import type { ReportedKind } from '#shared/monitoring/vendors/event-kinds';
import { isoTime } from '#shared/platform/clock';
import type { ScreeningHit, ScreeningTopic } from '#shared/sources/ports';
import { CHECK_AGENTS, type Finding } from './finding.ts';

/** A list entry that a vendor matched, and when a check last found the match. */
export const knownMatchSchema = v.object({ topic: v.string(), listedId: v.string(), seenAt: v.string() });

/** A list entry that a vendor matched. */
export type KnownMatch = v.InferOutput<typeof knownMatchSchema>;

/**
 * How long a match is remembered after it was last found: an index that loses an entry for some days must not cause a
 * new report when it returns.
 */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;

/** Maximum number of new matches that become events in one check; the next check finds the rest. */
const MAX_NEW_MATCHES = 10;

/** Maximum number of known matches that are kept, the most recently seen: the snapshot has to fit in an item. */
const MAX_KNOWN_MATCHES = 1_000;

/** Maximum length of an id in an event. */
const SHOWN_ID_LENGTH = 100;

const KINDS: Readonly<Record<ScreeningTopic, { readonly kind: ReportedKind; readonly headline: string }>> = {
  sanctions: { kind: 'sanctions_match', headline: 'Possible match on a sanctions list' },
  pep: { kind: 'pep_match', headline: 'Possible match with a politically exposed person' },
  adverse_media: { kind: 'adverse_media', headline: 'Possible match in adverse media' },
};

/** The topics that a daily check screens for. */
export const SCREENED_TOPICS = Object.keys(KINDS) as readonly ScreeningTopic[];

const findingOf = ({ topic, listedId, listed, matchScore }: ScreeningHit): Finding => ({
  ...KINDS[topic],
  // The source includes the entry, so that the rule of 7 days applies to each entry separately.
  source: `Screening ${listedId.slice(0, SHOWN_ID_LENGTH)}`,
  whatChanged:
    'The name of the business, a director or a shareholder matches a list entry that it did not match before.',
  match: { ...listed, score: matchScore },
  agentName: CHECK_AGENTS.screening,
});

const keyOf = ({ topic, listedId }: Pick<KnownMatch, 'topic' | 'listedId'>): string => `${topic} ${listedId}`;

/** One hit for each entry and topic, the surest first. The order does not depend on the source's. */
const distinct = (hits: readonly ScreeningHit[]): readonly ScreeningHit[] => {
  const sorted = hits.toSorted(
    (one, other) => other.matchScore - one.matchScore || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
  return [...new Map(sorted.toReversed().map((hit) => [keyOf(hit), hit])).values()].toReversed();
};

/**
 * The new matches since the last checks, and all known matches after this one. At the first check, every match is new.
 * When the source has merged an entry into another, the match is the same under both ids.
 */
export const screeningChanges = (
  known: readonly KnownMatch[],
  hits: readonly ScreeningHit[],
  nowMs: number,
): { readonly findings: readonly Finding[]; readonly known: readonly KnownMatch[] } => {
  const isKnown = new Set(known.map(keyOf));
  const found = distinct(hits);
  const isNew = ({ topic, listedId, formerIds = [] }: ScreeningHit): boolean =>
    ![listedId, ...formerIds].some((id) => isKnown.has(keyOf({ topic, listedId: id })));
  const reported = found.filter(isNew).slice(0, MAX_NEW_MATCHES);
  const postponed = new Set(found.filter(isNew).slice(MAX_NEW_MATCHES).map(keyOf));
  const seen = found
    .filter((hit) => !postponed.has(keyOf(hit)))
    .map(({ topic, listedId }) => ({ topic, listedId, seenAt: isoTime(nowMs) }));
  const isSeen = new Set(seen.map(keyOf));
  const forgottenAt = isoTime(nowMs - REMEMBERED_MS);
  const remembered = known
    .filter((match) => !isSeen.has(keyOf(match)) && match.seenAt > forgottenAt)
    .toSorted((one, other) => (one.seenAt < other.seenAt ? 1 : -1));
  return { findings: reported.map(findingOf), known: [...seen, ...remembered].slice(0, MAX_KNOWN_MATCHES) };
};
