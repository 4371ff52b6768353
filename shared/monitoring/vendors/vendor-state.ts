import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { vendorKeys } from './keys.ts';

const vendorStateSchema = v.object({
  /** `cmp_`: the company that is monitored. */
  vendorId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** `live`, or the account whose sandbox it is in. */
  space: v.string(),
  scoreHundredths: v.number(),
  /** The score before it last changed; missing while it has not. */
  previousScoreHundredths: v.exactOptional(v.number()),
  /** When it last changed, or monitoring began. An event that takes nothing from a score of 0 changes none. */
  scoreUpdatedAt: v.string(),
  /** When the newest event was recorded; missing while nothing has been reported. */
  lastEventAt: v.exactOptional(v.string()),
  /** The number of the newest point: compared and raised by everything that changes the score. */
  version: v.number(),
  /** Media mentions that are not voided. */
  mentionCount: v.number(),
  /** When the newest media mention was made; that one may be voided since. */
  latestMentionAt: v.exactOptional(v.string()),
  /** How many accounts watch the vendor and pay for it. */
  activeWatches: v.number(),
  createdAt: v.string(),
  /** Never before the newest point. */
  updatedAt: v.string(),
});

/** The monitoring of a vendor, whoever watches it: its score, and what lists need of its history. */
export type VendorState = v.InferOutput<typeof vendorStateSchema>;

/**
 * When what happens to a vendor now has happened. Clocks differ between machines: the times of a history never run
 * backwards.
 */
export const nextTimeMs = ({ updatedAt }: Pick<VendorState, 'updatedAt'>, nowMs: number): number =>
  Math.max(nowMs, Date.parse(updatedAt));

/** Parses a stored state. */
const fromVendorStateItem = (item: Item): VendorState => v.parse(vendorStateSchema, item);

/**
 * The write of a vendor's first state; refused when it has one.
 *
 * @param attributes what is kept beside it from the start, such as the place in a schedule.
 */
export const firstStateWrite = (
  state: VendorState,
  attributes: Readonly<Record<string, string | number>> = {},
): WriteOperation => put({ ...state, ...attributes, ...vendorKeys.state(state.vendorId) });

/** The record of a vendor's state, for transactions that start from it. */
export const vendorStateRecord = (vendorId: string): StoredRecord<VendorState> => ({
  key: vendorKeys.state(vendorId),
  from: fromVendorStateItem,
});

/** Reads the state of a vendor, strongly consistent; undefined when it was never monitored. @param vendorId a valid id. */
export const readVendorState = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
): Promise<VendorState | undefined> => {
  const item = await table.get(vendorKeys.state(vendorId));
  return item && fromVendorStateItem(item);
};
