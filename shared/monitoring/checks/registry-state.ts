import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import { INSOLVENCIES, type RegistryFacts, type Shareholder } from '#shared/sources/ports';
import { defined } from '#shared/verification/defined';
import { businessNameKey, comparableWords } from '#shared/verification/name-matching';

const text = v.exactOptional(v.string());

/**
 * What the registry stated about a vendor, as checks compare it, with people as hashes. A field is absent until the
 * registry has stated it.
 */
export const registryStateSchema = v.object({
  /** In the registry's spelling. */
  name: v.string(),
  active: v.boolean(),
  /** The parts of the registered address, as comparable words. */
  address: text,
  city: text,
  state: text,
  /** A hash of the shareholders' names. */
  shareholders: text,
  shareholderCount: v.exactOptional(v.number()),
  /** A hash of the names with what each holds; absent unless the registry states that for all. */
  percentages: text,
  shareNumbers: text,
  /** A hash of the directors' names. */
  directors: text,
  directorCount: v.exactOptional(v.number()),
  annualReturnsOverdue: v.exactOptional(v.boolean()),
  insolvency: v.exactOptional(v.picklist(INSOLVENCIES)),
});

/** What the registry stated about a vendor, as checks compare it. */
export type RegistryState = v.InferOutput<typeof registryStateSchema>;

/** A hash of texts that does not depend on their order. */
const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts.toSorted())).digest('base64url').slice(0, 22);

const plain = (part: string | undefined): string | undefined =>
  part === undefined ? undefined : comparableWords(part).join(' ') || undefined;

/** The name of a person or company among the owners, for comparison: its words in any order, without the legal form. */
const nameOf = ({ name }: { readonly name: string }): string => businessNameKey(name);

/** A hash of the names with what each holds; undefined unless that is stated for all. */
const holdingsOf = (
  shareholders: readonly Shareholder[],
  held: (one: Shareholder) => number | undefined,
): string | undefined =>
  shareholders.every((one) => held(one) !== undefined)
    ? hashOf(shareholders.map((one) => `${nameOf(one)} ${held(one)}`))
    : undefined;

/** Percentages are rounded, because they are published with varying decimals. */
const roundedPercentage = ({ percentage }: Shareholder): number | undefined =>
  percentage === undefined ? undefined : Math.round(percentage * 100) / 100;

const ownersOf = (shareholders: readonly Shareholder[]) => ({
  shareholders: hashOf(shareholders.map(nameOf)),
  shareholderCount: shareholders.length,
  percentages: holdingsOf(shareholders, roundedPercentage),
  shareNumbers: holdingsOf(shareholders, ({ numberOfShares }) => numberOfShares),
});

type Stated = Omit<RegistryFacts, 'registrationNumber' | 'businessStatus'> & { readonly active: boolean };

const stateOf = (facts: Stated): RegistryState => {
  const { businessName, active, shareholders, directors, annualReturnsOverdue, insolvency } = facts;
  return {
    name: businessName,
    active,
    ...defined({
      address: plain(facts.address),
      city: plain(facts.city),
      state: plain(facts.state),
      ...(shareholders && ownersOf(shareholders)),
      directors: directors && hashOf(directors.map(nameOf)),
      directorCount: directors?.length,
      annualReturnsOverdue,
      insolvency,
    }),
  };
};

/** What the registry states now, in the form that is compared. */
export const registryStateOf = ({ businessStatus, ...facts }: RegistryFacts): RegistryState =>
  stateOf({ ...facts, active: businessStatus === 'active' });

/**
 * What the first check compares with: the registry's facts when the company's record was written, but with a business
 * in order. An inactive, insolvent or overdue business is therefore reported once it is watched.
 */
export const recordedState = ({ companyName, registry }: Company): RegistryState => {
  const {
    insolvency: _,
    annualReturnsOverdue: __,
    ...recorded
  } = stateOf({
    ...registry,
    businessName: companyName,
    active: true,
  });
  return recorded;
};

/**
 * The known state after a check: what the registry states now, and otherwise what it stated before. A fact that it
 * leaves out once is thus still known at the next check.
 */
export const mergedState = (before: RegistryState, now: RegistryState): RegistryState => {
  const { insolvency: _, ...kept } = before;
  // The registry states proceedings only while there are some.
  return { ...kept, ...now };
};
