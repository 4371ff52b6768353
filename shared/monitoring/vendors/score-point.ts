import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { padded } from '#shared/db/key-parts';
import { shardOf } from '#shared/db/shard';
import { FAN_OUT_SHARDS, vendorKeys, vendorLists } from './keys.ts';

const scorePointSchema = v.object({
  /** From 1 without gaps, in the order in which the score changed. */
  number: v.number(),
  vendorId: v.string(),
  /** The event that changed the score, or whose voiding did. */
  eventId: v.string(),
  reason: v.picklist(['started', 'event', 'voided']),
  /** Never before the point before it. */
  timestamp: v.string(),
  /** In hundredths; missing for the first point. */
  scoreBefore: v.exactOptional(v.number()),
  scoreAfter: v.number(),
});

/** One change of a vendor's score. */
export type ScorePoint = v.InferOutput<typeof scorePointSchema>;

/** Parses a stored point. */
export const fromPointItem = (item: Item): ScorePoint => v.parse(scorePointSchema, item);

/** Lists a point as one whose watchers have not been notified, from its own time on. */
const waitingForFanOut = ({ vendorId, number, timestamp }: ScorePoint) => ({
  gsi2pk: vendorLists.fanOuts(shardOf(vendorId, FAN_OUT_SHARDS)),
  gsi2sk: `${timestamp}~${vendorId}~${padded(number)}`,
});

/** The write of a new point; refused when there is one of its number. The first point concerns no watcher. */
export const pointWrite = (point: ScorePoint): WriteOperation =>
  put({
    ...vendorKeys.point(point.vendorId, point.number),
    ...point,
    ...(point.reason !== 'started' && waitingForFanOut(point)),
  });
