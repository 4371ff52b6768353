import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { padded, timeKey } from '#shared/db/key-parts';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { wholeNumber } from '#shared/platform/whole-number';
import { walletKeys, walletLists } from './keys.ts';

/** The types of ledger entries (interface: wallet transaction). */
export const ENTRY_TYPES = ['credit', 'debit'] as const;

/** The type of an entry, from the wallet's point of view. */
export type EntryType = (typeof ENTRY_TYPES)[number];

const ledgerEntrySchema = v.object({
  /** `txn_` */
  id: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  type: v.picklist(ENTRY_TYPES),
  amountKobo: v.pipe(wholeNumber, v.minValue(1)),
  balanceAfterKobo: wholeNumber,
  /** The action that was charged or refunded (interface: Pricing rate); null for money that was paid in. */
  actionKey: v.nullable(v.string()),
  description: v.string(),
  /** The id of what the entry is for, such as an applicant or a top-up; null when there is none. */
  reference: v.nullable(v.string()),
  /** The entry's number in its wallet's ledger: 1, 2, 3 and so on, without gaps. */
  sequence: v.pipe(wholeNumber, v.minValue(1)),
  /** The numbers of credits and debits in the ledger up to and including this entry. */
  creditCount: wholeNumber,
  debitCount: wholeNumber,
  createdAt: v.string(),
});

/** One line of a wallet's ledger. Written once, never changed. */
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>;

/** The fields of an entry before it is numbered. */
export interface NewEntry {
  readonly type: EntryType;
  /** At least 1. */
  readonly amountKobo: number;
  readonly actionKey: string | null;
  readonly description: string;
  readonly reference: string | null;
}

/** An entry as its wallet holds it until it is settled: it has its place in the order, but no number yet. */
export const unsettledSchema = v.object({
  /** `txn_` */
  id: v.string(),
  type: v.picklist(ENTRY_TYPES),
  amountKobo: v.pipe(wholeNumber, v.minValue(1)),
  actionKey: v.nullable(v.string()),
  description: v.string(),
  reference: v.nullable(v.string()),
  /** By the clock of whoever posted it. */
  createdAt: v.string(),
});

/** A posted entry that has no number yet. */
export type UnsettledEntry = v.InferOutput<typeof unsettledSchema>;

/** What an entry does to the balance. */
export const signedKobo = ({ type, amountKobo }: Pick<UnsettledEntry, 'type' | 'amountKobo'>): number =>
  type === 'credit' ? amountKobo : -amountKobo;

/**
 * An entry that is posted at this time, with a new id.
 *
 * @throws RangeError for an amount that is not a whole number of kobo above zero.
 */
export const newUnsettled = (
  { type, amountKobo, actionKey, description, reference }: NewEntry,
  atMs: number,
): UnsettledEntry => {
  if (!Number.isSafeInteger(amountKobo) || amountKobo < 1) throw new RangeError('An entry has a whole amount of kobo');
  return { id: newId('txn', atMs), type, amountKobo, actionKey, description, reference, createdAt: isoTime(atMs) };
};

/** The end of a ledger, which determines its next entry. Every wallet has these fields. */
export type LedgerEnd = Pick<LedgerEntry, 'accountId' | 'environment' | 'creditCount' | 'debitCount'> & {
  readonly balanceKobo: number;
  readonly entryCount: number;
  /** The time of its newest entry, if it has one. */
  readonly settledAt?: string;
};

/**
 * Numbers the next entry of a ledger. Clocks of functions differ, and requests take their time, but the ledger's order
 * in time is its order in sequence.
 */
const numbered = (end: LedgerEnd, entry: UnsettledEntry): LedgerEntry => ({
  ...entry,
  accountId: end.accountId,
  environment: end.environment,
  balanceAfterKobo: end.balanceKobo + signedKobo(entry),
  sequence: end.entryCount + 1,
  creditCount: end.creditCount + (entry.type === 'credit' ? 1 : 0),
  debitCount: end.debitCount + (entry.type === 'debit' ? 1 : 0),
  createdAt: end.settledAt !== undefined && end.settledAt > entry.createdAt ? end.settledAt : entry.createdAt,
});

/** The end of a ledger after an entry. */
const endAfter = (entry: LedgerEntry): LedgerEnd => ({
  accountId: entry.accountId,
  environment: entry.environment,
  balanceKobo: entry.balanceAfterKobo,
  entryCount: entry.sequence,
  creditCount: entry.creditCount,
  debitCount: entry.debitCount,
  settledAt: entry.createdAt,
});

/** Numbers entries in their order, from the end of a ledger on. */
export const numberedAfter = (end: LedgerEnd, entries: readonly UnsettledEntry[]): readonly LedgerEntry[] => {
  let last = end;
  return entries.map((entry) => {
    const next = numbered(last, entry);
    last = endAfter(next);
    return next;
  });
};

/**
 * The next entry of a ledger. Does not check whether the balance covers it.
 *
 * @throws RangeError for an amount that is not a whole number of kobo above zero.
 */
export const nextEntry = (end: LedgerEnd, added: NewEntry, atMs: number): LedgerEntry =>
  numbered(end, newUnsettled(added, atMs));

/** The number of an entry in its ledger, or among the entries of one type. */
export const placeInLedger = (entry: LedgerEntry, type: EntryType | undefined): number => {
  if (type === undefined) return entry.sequence;
  return type === 'credit' ? entry.creditCount : entry.debitCount;
};

/** An entry as it is stored. */
export const toLedgerItem = (entry: LedgerEntry): Item => ({
  ...walletKeys.ledgerEntry(entry.accountId, entry.environment, entry.sequence),
  gsi1pk: walletLists.ledger(entry.accountId, entry.environment),
  gsi1sk: timeKey(entry.createdAt, entry.sequence),
  gsi2pk: walletLists.ledgerOfType(entry.accountId, entry.environment, entry.type),
  gsi2sk: padded(placeInLedger(entry, entry.type)),
  ...(entry.reference && {
    gsi3pk: walletLists.ledgerOfReference(entry.accountId, entry.environment, entry.reference),
    gsi3sk: padded(entry.sequence),
  }),
  ...entry,
});

/** Parses a stored entry. */
export const fromLedgerItem = (item: Item): LedgerEntry => v.parse(ledgerEntrySchema, item);
