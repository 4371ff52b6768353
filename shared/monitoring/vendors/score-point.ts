import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { padded } from '#shared/db/key-parts';
import { shardOf } from '#shared/db/shard';
import { FAN_OUT_SHARDS, vendorKeys, vendorLists } from './keys.ts';

const scorePointSchema = v.object({
  /** From 1 without gaps, in the order in which the score changed. */
  number: v.number(),
  vendorId: v.string(),
  /** The event that changed the score, by being recorded or voided. */
  eventId: v.string(),
  reason: v.picklist(['started', 'event', 'voided']),
  /** Never before the time of the previous point. */
  timestamp: v.string(),
  /** In hundredths; absent for the first point. */
  scoreBefore: v.exactOptional(v.number()),
  scoreAfter: v.number(),
});

/** One change of a vendor's score. */
export type ScorePoint = v.InferOutput<typeof scorePointSchema>;

/** Parses a stored point. */
export const fromPointItem = (item: Item): ScorePoint => v.parse(scorePointSchema, item);

/** Index attributes that list a point whose watchers have not been notified, from its own time on. */
const waitingForFanOut = ({ vendorId, number, timestamp }: ScorePoint) => ({
  gsi4pk: vendorLists.fanOuts(shardOf(vendorId, FAN_OUT_SHARDS)),
  gsi4sk: `${timestamp}~${vendorId}~${padded(number)}`,
});

/** The write of a new point; it refuses when the number is taken. The first point has no watchers to notify. */
export const pointWrite = (point: ScorePoint): WriteOperation =>
  put({
    ...vendorKeys.point(point.vendorId, point.number),
    ...point,
    ...(point.reason !== 'started' && waitingForFanOut(point)),
  });
