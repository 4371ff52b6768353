import * as v from 'valibot';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { vendorKeys } from './keys.ts';

const scheduledCheckSchema = v.pipe(
  v.object({ vendorId: v.string(), activeWatches: v.number(), gsi4sk: v.string() }),
  v.transform(({ gsi4sk, ...check }) => ({ ...check, place: gsi4sk })),
);

/**
 * The scheduled check of a watched vendor. @property place its place in the list of checks, which every move or end of
 * it must state.
 */
export type ScheduledCheck = v.InferOutput<typeof scheduledCheckSchema>;

/** The scheduled check in a stored state; undefined when none is scheduled. */
export const scheduledCheckOf = (item: Item | undefined): ScheduledCheck | undefined =>
  item?.['gsi4sk'] === undefined ? undefined : v.parse(scheduledCheckSchema, item);

/** Reads the scheduled check of a vendor, strongly consistent. @param vendorId a valid id. */
export const findScheduledCheck = async (table: ItemReader, vendorId: string): Promise<ScheduledCheck | undefined> =>
  scheduledCheckOf(await table.get(vendorKeys.state(vendorId)));

type Placed = Pick<ScheduledCheck, 'vendorId' | 'place'>;

/** The write that moves a check to another time. It refuses when the check was moved or ended since it was read. */
export const moveCheck = (
  { vendorId, place }: Placed,
  to: { readonly gsi4pk: string; readonly gsi4sk: string },
): WriteOperation =>
  update(vendorKeys.state(vendorId), {
    set: { gsi4pk: to.gsi4pk, gsi4sk: to.gsi4sk },
    when: { gsi4sk: { equals: place } },
  });

/** The write that ends the checks of a vendor. It refuses when the check was moved, or an account watches the vendor. */
export const endChecks = ({ vendorId, place }: Placed): WriteOperation =>
  update(vendorKeys.state(vendorId), {
    remove: ['gsi4pk', 'gsi4sk'],
    when: { gsi4sk: { equals: place }, activeWatches: { atMost: 0 } },
  });
