import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { absenceSchema } from './absence.ts';
import { vendorCheckKeys } from './keys.ts';
import { registryStateSchema } from './registry-state.ts';
import { knownMatchSchema } from './screening-matches.ts';
import { taxStateSchema } from './tax-changes.ts';

const checkSnapshotSchema = v.object({
  vendorId: v.string(),
  /** The number of checks that have ended. Each check compares and increments it. */
  checks: v.number(),
  checkedAt: v.string(),
  registry: registryStateSchema,
  /** Absent while the registry finds the vendor. */
  registryAbsence: v.exactOptional(absenceSchema),
  tax: v.exactOptional(taxStateSchema),
  matches: v.array(knownMatchSchema),
});

/** What the last check of a vendor found, for comparison by the next. */
export type CheckSnapshot = v.InferOutput<typeof checkSnapshotSchema>;

/** Reads what the last check of a vendor found, strongly consistent; undefined before its first. @param vendorId a valid id. */
export const findCheckSnapshot = async (table: ItemReader, vendorId: string): Promise<CheckSnapshot | undefined> => {
  const item: Item | undefined = await table.get(vendorCheckKeys.snapshot(vendorId));
  return item && v.parse(checkSnapshotSchema, item);
};

/** The write of what a check found. It refuses when another check has ended since this one read the last snapshot. */
export const snapshotWrite = (snapshot: CheckSnapshot): WriteOperation =>
  put(
    { ...vendorCheckKeys.snapshot(snapshot.vendorId), ...snapshot },
    { checks: snapshot.checks === 1 ? 'missing' : { equals: snapshot.checks - 1 } },
  );
