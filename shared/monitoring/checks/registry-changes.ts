import { createHash } from 'node:crypto';
import type { ReportedKind } from '#shared/monitoring/vendors/event-kinds';
import { businessNameKey } from '#shared/verification/name-matching';
import { type Absence, absentSince } from './absence.ts';
import { CHECK_AGENTS, type Finding } from './finding.ts';
import type { RegistryState } from './registry-state.ts';

/** What events of the registry name as their source, before what was found. */
const REGISTRY = 'CAC';

/** What the change is, for the reader of an alert. */
interface Change {
  /** What was found, as the source of the event names it: another finding is another event, whatever came before it. */
  readonly found: string;
  readonly headline: string;
  readonly whatChanged: string;
}

/** A short name for facts that cannot be shown: people are known to checks as hashes alone. */
const fingerprint = (...facts: readonly (string | undefined)[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 8);

/** What becomes of two states of the registry: a change, or nothing. */
type Detector = (before: RegistryState, now: RegistryState) => Change | false;

/** Whether two texts are both known, and differ. */
const differ = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now;

/** Whether shares have moved; new shares of which each holder gets its part move none. */
const holdingsDiffer = (before: RegistryState, now: RegistryState): boolean =>
  before.percentages !== undefined && now.percentages !== undefined
    ? before.percentages !== now.percentages
    : differ(before.shareNumbers, now.shareNumbers);

const counted = (what: string, before: number | undefined, now: number | undefined): string =>
  `The registry lists different ${what}: ${now ?? 'some'} now, ${before ?? 'some'} before.`;

const INSOLVENCY_TEXTS: Readonly<Record<NonNullable<RegistryState['insolvency']>, string>> = {
  administration: 'The registry lists the business as in administration.',
  receivership: 'The registry lists the business as in receivership.',
  liquidation: 'The registry lists the business as in liquidation.',
  wound_up: 'The registry lists the business as wound up.',
};

const DETECTORS: Readonly<Partial<Record<ReportedKind, Detector>>> = {
  insolvency: (before, now) =>
    now.insolvency !== undefined &&
    now.insolvency !== before.insolvency && {
      found: now.insolvency,
      headline: 'Insolvency proceedings in the registry',
      whatChanged: INSOLVENCY_TEXTS[now.insolvency],
    },
  // Active again is no bad news: it costs nothing.
  cac_status_change: (before, now) =>
    before.active &&
    !now.active && {
      found: 'inactive',
      headline: 'Not active in the registry',
      whatChanged: 'The registry lists the business as inactive.',
    },
  annual_return_overdue: (before, now) =>
    now.annualReturnsOverdue === true &&
    before.annualReturnsOverdue !== true && {
      found: 'annual return overdue',
      headline: 'An annual return is overdue',
      whatChanged: 'According to the registry, an annual return is overdue.',
    },
  ownership_change: (before, now) =>
    (differ(before.shareholders, now.shareholders) || holdingsDiffer(before, now)) && {
      found: `shareholders ${fingerprint(now.shareholders, now.percentages, now.shareNumbers)}`,
      headline: 'Other shareholders in the registry',
      whatChanged: differ(before.shareholders, now.shareholders)
        ? counted('shareholders', before.shareholderCount, now.shareholderCount)
        : 'The registry lists the same shareholders with different shares.',
    },
  director_change: (before, now) =>
    differ(before.directors, now.directors) && {
      found: `directors ${fingerprint(now.directors)}`,
      headline: 'Other directors in the registry',
      whatChanged: counted('directors', before.directorCount, now.directorCount),
    },
  address_change: (before, now) =>
    (differ(before.address, now.address) || differ(before.city, now.city) || differ(before.state, now.state)) && {
      found: `address ${fingerprint(now.address, now.city, now.state)}`,
      headline: 'Another address in the registry',
      whatChanged: 'The registered address changed.',
    },
  name_change: (before, now) =>
    businessNameKey(before.name) !== businessNameKey(now.name) && {
      found: `name ${fingerprint(businessNameKey(now.name))}`,
      headline: 'Another name in the registry',
      whatChanged: `The registered name changed from ${before.name} to ${now.name}.`,
    },
};

const finding = (kind: ReportedKind, { found, ...change }: Change): Finding => ({
  kind,
  source: `${REGISTRY} ${found}`,
  ...change,
  agentName: CHECK_AGENTS.registry,
});

/**
 * What changed in the registry, the gravest first. A fact that is known only since now, or no longer stated, is no
 * change, except for insolvency and overdue returns: of these nothing was known until the registry states them.
 */
export const registryChanges = (before: RegistryState, now: RegistryState): readonly Finding[] =>
  Object.entries(DETECTORS).flatMap(([kind, detect]) => {
    const change = detect(before, now);
    return change ? [finding(kind as ReportedKind, change)] : [];
  });

/** The registry has not listed the vendor for so long that it is taken for struck off. */
export const unlistedFinding = (absence: Absence): Finding =>
  finding('cac_status_change', {
    found: 'not listed',
    headline: 'No longer listed in the registry',
    whatChanged: `The number has not been found in the registry since ${absentSince(absence)}.`,
  });
