import { createHash } from 'node:crypto';
import type { ReportedKind } from '#shared/monitoring/vendors/event-kinds';
import { businessNameKey } from '#shared/verification/name-matching';
import { type Absence, absentSince } from './absence.ts';
import { CHECK_AGENTS, type Finding } from './finding.ts';
import type { RegistryState } from './registry-state.ts';

/** The source of registry events, as a prefix of what was found. */
const REGISTRY = 'CAC';

/** A change, as the reader of an alert sees it. */
interface Change {
  /**
   * What was found, as part of the event's source: a different finding is a different event, whatever came before it.
   */
  readonly found: string;
  readonly headline: string;
  readonly whatChanged: string;
}

/** A short fingerprint of facts that cannot be shown: checks know people only as hashes. */
const fingerprint = (...facts: readonly (string | undefined)[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 8);

/** Compares two states of the registry. Returns a change, or false. */
type Detector = (before: RegistryState, now: RegistryState) => Change | false;

/** Whether two texts are both known, and differ. */
const differ = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now;

/** Whether shares have moved. New shares that all holders get in proportion move none. */
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
  // A return to active is no bad news: it costs no points.
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
 * The changes in the registry, most serious first. A fact that was unknown before, or is no longer stated, is no
 * change. The exceptions are insolvency and overdue returns, which the registry states only when they apply.
 */
export const registryChanges = (before: RegistryState, now: RegistryState): readonly Finding[] =>
  Object.entries(DETECTORS).flatMap(([kind, detect]) => {
    const change = detect(before, now);
    return change ? [finding(kind as ReportedKind, change)] : [];
  });

/** The finding for a vendor that has been absent for so long that it counts as struck off. */
export const unlistedFinding = (absence: Absence): Finding =>
  finding('cac_status_change', {
    found: 'not listed',
    headline: 'No longer listed in the registry',
    whatChanged: `The number has not been found in the registry since ${absentSince(absence)}.`,
  });
