import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { suspendWidgets } from '#scripts/ops/account-access';
import { type ReadSegment, type ScanEffects, scanTable } from '#scripts/ops/scan';
import { accessRecord } from '#shared/auth/sessions/roles';
import { type Item, put, remove } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isErased } from '#shared/erasure/erasure';
import { eventSchema, republishedWrite } from '#shared/events/outbox';
import { taggedRecord } from '#shared/onboarding/applicants/applicant-tags';
import { erasureWrites } from '#shared/onboarding/erasure/erase-applicant';
import { DAY_MS } from '#shared/platform/calendar';
import { partitionsOfSteps, stepOf } from './families.ts';

/**
 * Read units a second. Nobody else uses the restored table, and a new table on demand serves 12,000 (Amazon DynamoDB
 * Developer Guide, "On-demand capacity mode").
 */
const UNITS_PER_SECOND = 8_000;

/** How long a message may have been in a queue that is now lost. */
const REPUBLISHED_MS = DAY_MS;

/** A table of the service, with the scan that finds its families. */
export interface ScannedTable {
  readonly table: Table;
  readonly readSegment: ReadSegment;
}

/** The effects of reconciling a restored table. */
export interface ReconcileEffects extends Omit<ScanEffects, 'readSegment'> {
  /** The restored table, which nothing else uses yet. */
  readonly restored: ScannedTable;
  /** The table that it replaces, where that can still be read. */
  readonly newer?: ScannedTable;
}

/** How many items were changed, by what was done with them. */
export type Reconciled = Readonly<
  Record<'ended' | 'published' | 'takenOver' | 'removed' | 'erased', number> & {
    /** Applicants that could not be erased again, by id. */
    readonly notErased: readonly string[];
  }
>;

type Counts = { -readonly [Name in keyof Reconciled]: Reconciled[Name] };

/** Takes over an item from the newer table, unless it is the same here. */
const takeOver = async (item: Item, here: Item | undefined, table: Table, counts: Counts): Promise<void> => {
  if (isDeepStrictEqual(item, here)) return;
  await table.write(put(item, {}));
  counts.takenOver++;
};

/** Whether an item belongs to an account that exists here: an owner of an address may be newer than the account. */
const hasAccount = async ({ accountId }: Item, table: Table): Promise<boolean> =>
  typeof accountId === 'string' && (await table.get(accessRecord(accountId).key)) !== undefined;

/**
 * Makes an item like that of the newer table. The widgets of an account follow its suspension. Only what belonged to an
 * account of the newer table is removed, so that a wrong table removes nothing.
 */
const compare = async (here: Item, { restored: { table }, newer }: ReconcileEffects, counts: Counts): Promise<void> => {
  if (!newer) return;
  const { pk, sk } = here;
  const there = await newer.table.get({ pk, sk });
  if (!there) {
    if (stepOf(pk) === 'takeNewer' || !(await hasAccount(here, newer.table))) return;
    await table.write(remove({ pk, sk }, {}));
    counts.removed++;
    return;
  }
  if (stepOf(pk) === 'takeNewer' && !(await hasAccount(there, table))) return;
  const { accountId, suspendedAt } = there;
  const isSuspension = typeof accountId === 'string' && pk === accessRecord(accountId).key.pk;
  // First, so that a run that was interrupted in between does it again.
  if (isSuspension && suspendedAt !== here['suspendedAt'])
    await suspendWidgets(table, accountId, typeof suspendedAt === 'string' ? suspendedAt : undefined);
  await takeOver(there, here, table, counts);
};

const publishAgain = async (
  item: Item,
  sinceMs: number,
  { restored, clock }: ReconcileEffects,
  counts: Counts,
): Promise<void> => {
  const event = v.safeParse(eventSchema, item);
  if (!event.success || Date.parse(event.output.occurredAt) < sinceMs) return;
  if ((await restored.table.write(republishedWrite(item, event.output, clock()))).written) counts.published++;
};

/** Erases an applicant that was erased after the moment to which the table is restored. */
const eraseAgain = async (
  applicantId: string,
  erasedBy: string,
  { restored: { table }, clock }: ReconcileEffects,
  counts: Counts,
): Promise<void> => {
  const { key, from } = taggedRecord(applicantId);
  const [item, isDone] = await Promise.all([table.get(key), isErased(table, applicantId)]);
  if (!item || isDone) return;
  const { written } = await table.transact(erasureWrites(from(item), erasedBy, clock()));
  if (written) counts.erased++;
  else counts.notErased = [...counts.notErased, applicantId];
};

const changed = ({ ended, published, takenOver, removed, erased }: Reconciled): string =>
  `${ended + published + takenOver + removed + erased} changed`;

/**
 * Does on a restored table what the steps of its families say (`families.ts`), before anything else runs on it. It can
 * be repeated, and interrupted anywhere.
 *
 * @param restoredToMs the moment of the restored data, in Unix milliseconds.
 * @param erasedBy who erases again, as applicants record it.
 */
export const reconcileTable = async (
  { restoredToMs, erasedBy }: { readonly restoredToMs: number; readonly erasedBy: string },
  effects: ReconcileEffects,
): Promise<Reconciled> => {
  const { restored, newer } = effects;
  const counts: Counts = { ended: 0, published: 0, takenOver: 0, removed: 0, erased: 0, notErased: [] };
  const sinceMs = restoredToMs - REPUBLISHED_MS;
  const scan = ({ readSegment }: ScannedTable, partitions: readonly string[], visit: (item: Item) => Promise<void>) => {
    const settings = { filter: { partitions }, unitsPerSecond: UNITS_PER_SECOND, progress: () => changed(counts) };
    return scanTable(settings, { ...effects, readSegment }, visit);
  };

  const own = partitionsOfSteps('end', 'publish', ...(newer ? (['takeNewer', 'takeAllNewer'] as const) : []));
  await scan(restored, own, async (item) => {
    const step = stepOf(item.pk);
    if (step === 'publish') return publishAgain(item, sinceMs, effects, counts);
    if (step !== 'end') return compare(item, effects, counts);
    await restored.table.write(remove({ pk: item.pk, sk: item.sk }, {}));
    counts.ended++;
  });
  if (newer) {
    await scan(newer, partitionsOfSteps('takeAllNewer', 'eraseAgain'), async (item) => {
      const { pk, sk } = item;
      if (stepOf(pk) === 'takeAllNewer')
        return takeOver(item, await restored.table.get({ pk, sk }), restored.table, counts);
      if (item['erasedAt'] !== undefined) await eraseAgain(String(item['applicantId']), erasedBy, effects, counts);
    });
  }
  return counts;
};
