import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import { type BoundedList, entryWrite, readBounded } from '#shared/db/lists/bounded-list';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { openSealed, type ReadVault, seal } from '#shared/platform/vault';
import type { EvidencedApplicant } from './evidence-store.ts';
import { evidenceKeys, evidenceLists } from './keys.ts';
import type { FoundEntry, IsCleared } from './listed-entry.ts';

const clearanceSchema = v.object({
  /** `clr_` */
  clearanceId: v.string(),
  /** Identifies the entry, whatever the source's data about it. */
  entryKey: v.string(),
  /** Identifies the source's data about the entry when it was cleared. */
  version: v.string(),
  /** The check that showed it to the reviewer (`ver_`). */
  verificationReference: v.string(),
  /** {@link ClearedText}, sealed for `clearanceId`. */
  sealedClearance: v.string(),
  /** The reviewer: the account (`usr_`), or one of its API keys (`key_`). */
  by: v.string(),
  at: v.string(),
  withdrawnBy: v.exactOptional(v.string()),
  withdrawnAt: v.exactOptional(v.string()),
});

/**
 * A list entry that a reviewer found to be somebody else. It applies while the source's data about the entry is
 * unchanged, and until it is withdrawn; then it stays as a record.
 */
export type Clearance = v.InferOutput<typeof clearanceSchema>;

const clearedTextSchema = v.object({ entity: v.string(), list: v.string(), name: v.string(), reason: v.string() });

/** The texts of a clearance: the entry as its list showed it, and why it is somebody else. */
export type ClearedText = v.InferOutput<typeof clearedTextSchema>;

/** Maximum number of clearances for one applicant, including withdrawn ones. */
const MAX_CLEARANCES = 200;

/** The only group in the counts of clearances. */
const ALL = 'clearances';

/** The clearances of an applicant, including withdrawn ones, as one group. */
export const clearancesOf = ({ accountId, id }: EvidencedApplicant): BoundedList => ({
  counts: evidenceKeys.clearanceCount(accountId, id),
  most: MAX_CLEARANCES,
});

/** Hashes the id of an entry for use in a key, because ids of sources have any form. */
const entryKeyOf = (entity: string): string => createHash('sha256').update(entity).digest('base64url').slice(0, 22);

const keyOf = ({ accountId, id }: EvidencedApplicant, entryKey: string) =>
  evidenceKeys.clearance(accountId, id, entryKey);

/** Reads all clearances of an applicant, including withdrawn ones, newest first: at most 200. */
export const readClearances = async (
  table: Pick<TableReader, 'queryAll'>,
  applicant: EvidencedApplicant,
): Promise<readonly Clearance[]> => {
  const range = {
    partition: evidenceLists.evidence(applicant.accountId, applicant.id),
    startsWith: evidenceLists.clearances,
  };
  const bound = { most: MAX_CLEARANCES, why: 'the write that adds a clearance refuses beyond it' };
  const clearances = (await readBounded(table, range, bound)).map(fromClearanceItem);
  return clearances.sort((one, other) => (one.clearanceId < other.clearanceId ? 1 : -1));
};

/** Parses a stored clearance. */
export const fromClearanceItem = (item: Item): Clearance => v.parse(clearanceSchema, item);

/** Whether a clearance was not withdrawn. */
export const isHeld = ({ withdrawnAt }: Clearance): boolean => withdrawnAt === undefined;

/** The clearance of an entry, whatever the source's data about it was then. */
export const clearanceOf = (
  clearances: readonly Clearance[],
  { entity }: Pick<FoundEntry, 'entity'>,
): Clearance | undefined => {
  const entryKey = entryKeyOf(entity);
  return clearances.find((one) => one.entryKey === entryKey);
};

/** The clearance of an entry whose data at the source is unchanged since. */
export const currentClearanceOf = (
  clearances: readonly Clearance[],
  entry: Pick<FoundEntry, 'entity' | 'version'>,
): Clearance | undefined => {
  const clearance = clearanceOf(clearances, entry);
  return clearance?.version === entry.version ? clearance : undefined;
};

/**
 * Returns a test of whether an entry is cleared: its clearance was not withdrawn, and the source's data is unchanged.
 */
export const clearedBy =
  (clearances: readonly Clearance[]): IsCleared =>
  (entry) => {
    const clearance = currentClearanceOf(clearances, entry);
    return clearance !== undefined && isHeld(clearance);
  };

/** A reviewer's finding that an entry is somebody else. */
export interface Clearing {
  readonly entry: FoundEntry;
  readonly verificationReference: string;
  readonly reason: string;
  /** `usr_` or `key_` */
  readonly by: string;
  /** An earlier clearance of the entry that this one replaces: withdrawn, or for another version. */
  readonly replaces: Clearance | undefined;
}

/**
 * The writes that clear an entry, all or none. `count` refuses when there are 200 clearances, `clearance` when the
 * entry was cleared in the meantime.
 */
export const clearanceWrites = (
  applicant: EvidencedApplicant,
  { entry, verificationReference, reason, by, replaces }: Clearing,
  vault: VersionedSecret,
  nowMs: number,
): {
  readonly clearance: Clearance;
  readonly operations: Readonly<Partial<Record<'clearance' | 'count', WriteOperation>>>;
} => {
  const clearanceId = newId('clr', nowMs);
  const { entity, list, name, version } = entry;
  const said: ClearedText = { entity, list, name, reason };
  const clearance: Clearance = {
    clearanceId,
    entryKey: entryKeyOf(entity),
    version,
    verificationReference,
    sealedClearance: seal(JSON.stringify(said), clearanceId, vault),
    by,
    at: isoTime(nowMs),
  };
  const item = { ...keyOf(applicant, clearance.entryKey), ...clearance };
  if (replaces === undefined) {
    return { clearance, operations: { clearance: put(item), count: entryWrite(clearancesOf(applicant), ALL) } };
  }
  const { clearanceId: replacedId, withdrawnAt } = replaces;
  const when = {
    clearanceId: { equals: replacedId },
    withdrawnAt: withdrawnAt === undefined ? ('missing' as const) : { equals: withdrawnAt },
  };
  return { clearance, operations: { clearance: put(item, when) } };
};

/**
 * The write that withdraws a clearance. It refuses when the clearance was withdrawn or replaced in the meantime. A
 * repetition succeeds.
 */
export const withdrawal = (
  applicant: EvidencedApplicant,
  { clearanceId, entryKey }: Clearance,
  by: string,
  nowMs: number,
): WriteOperation => {
  const withdrawnAt = isoTime(nowMs);
  return update(keyOf(applicant, entryKey), {
    set: { withdrawnAt, withdrawnBy: by },
    when: { clearanceId: { equals: clearanceId }, withdrawnAt: { missingOr: { equals: withdrawnAt } } },
  });
};

/**
 * Opens the texts of a clearance.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const clearedText = async (
  { clearanceId, sealedClearance }: Clearance,
  vault: ReadVault,
): Promise<ClearedText> =>
  v.parse(clearedTextSchema, JSON.parse(await openSealed(sealedClearance, clearanceId, vault)));
