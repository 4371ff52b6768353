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
  /** The score before its last change; absent before the first change. */
  previousScoreHundredths: v.exactOptional(v.number()),
  /**
   * When it last changed, or monitoring began. An event that deducts nothing, from a score of 0, does not change it.
   */
  scoreUpdatedAt: v.string(),
  /** When the newest event was recorded; absent before the first report. */
  lastEventAt: v.exactOptional(v.string()),
  /** The number of the newest point. Every change of the score compares and increments it. */
  version: v.number(),
  /** Media mentions that are not voided. */
  mentionCount: v.number(),
  /** When the newest media mention was made, even if that has been voided since. */
  latestMentionAt: v.exactOptional(v.string()),
  /** The number of accounts with an active watch. */
  activeWatches: v.number(),
  createdAt: v.string(),
  /** Never before the time of the newest point. */
  updatedAt: v.string(),
});

/**
 * The state of a vendor's monitoring, whoever watches it: its score, and the figures that lists need of its history.
 */
export type VendorState = v.InferOutput<typeof vendorStateSchema>;

/**
 * The time of a change that happens now. Because clocks differ between machines, the times of a history must never run
 * backwards.
 */
export const nextTimeMs = ({ updatedAt }: Pick<VendorState, 'updatedAt'>, nowMs: number): number =>
  Math.max(nowMs, Date.parse(updatedAt));

/** Parses a stored state. */
const fromVendorStateItem = (item: Item): VendorState => v.parse(vendorStateSchema, item);

/**
 * The write of a vendor's first state; it refuses when there is one.
 *
 * @param attributes further attributes, such as its place in a schedule.
 */
export const firstStateWrite = (
  state: VendorState,
  attributes: Readonly<Record<string, string | number>> = {},
): WriteOperation => put({ ...state, ...attributes, ...vendorKeys.state(state.vendorId) });

/** The record of a vendor's state, for transactions that read it first. */
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
