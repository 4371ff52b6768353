import type { RangeReader } from '#shared/db/range-reader';
import { vendorLists } from '#shared/monitoring/vendors/keys';
import { fromEventItem, type MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import type { VendorState } from '#shared/monitoring/vendors/vendor-state';

/** A vendor whose media mentions are merged. */
export type MentionedVendor = Pick<VendorState, 'vendorId' | 'latestMentionAt'>;

/** The mentions of one vendor, as far as they have been read, newest first. */
interface Cursor {
  readonly vendorId: string;
  readonly mentions: MonitoringEvent[];
  /** No mention that has not been read comes after this; undefined once all have been read. */
  unreadUntil: string | undefined;
  after?: Record<string, unknown>;
}

/** The order of mentions: by time, and by id within a moment. */
const positionOf = ({ createdAt, eventId }: MonitoringEvent): string => `${createdAt}~${eventId}`;

const byPosition = (one: MonitoringEvent, other: MonitoringEvent): number =>
  positionOf(one) < positionOf(other) ? 1 : -1;

const cursorOf = ({ vendorId, latestMentionAt }: MentionedVendor): Cursor => ({
  vendorId,
  mentions: [],
  // After every id of that moment. The mention that it is of may be voided since: then it is a bound all the same.
  unreadUntil: latestMentionAt === undefined ? undefined : `${latestMentionAt}~~`,
});

const readOn = async (table: Pick<RangeReader, 'query'>, cursor: Cursor, limit: number): Promise<void> => {
  const { items, next } = await table.query({
    index: 'gsi1',
    partition: vendorLists.mentions(cursor.vendorId),
    descending: true,
    limit,
    ...(cursor.after && { after: cursor.after }),
  });
  const mentions = items.map(fromEventItem);
  cursor.mentions.push(...mentions);
  const last = mentions.at(-1);
  cursor.unreadUntil = next ? (last ? positionOf(last) : cursor.unreadUntil) : undefined;
  if (next) cursor.after = next;
};

/** The cursors that may have a mention before the last of those that are enough, latest first. */
const undecided = (cursors: readonly Cursor[], newest: readonly MonitoringEvent[], count: number): Cursor[] => {
  const last = newest[count - 1];
  const position = last ? positionOf(last) : '';
  return cursors
    .filter(({ unreadUntil }) => unreadUntil !== undefined && unreadUntil > position)
    .sort((one, other) => ((one.unreadUntil ?? '') < (other.unreadUntil ?? '') ? 1 : -1));
};

/**
 * The newest media mentions of some vendors, newest first: as many as `count`, or all that there are. The newest ones are
 * of as many vendors at most, those with the latest mention, and the vendor in the i-th place has at most `count` - i of
 * them: one wave of reads, however many mentions there are. Another one follows only where the latest mention of a vendor
 * has been voided.
 */
export const readNewestMentions = async (
  table: Pick<RangeReader, 'query'>,
  vendors: readonly MentionedVendor[],
  count: number,
): Promise<readonly MonitoringEvent[]> => {
  const cursors = vendors.map(cursorOf);
  for (;;) {
    const newest = cursors.flatMap(({ mentions }) => mentions).sort(byPosition);
    const waiting = undecided(cursors, newest, count).slice(0, count);
    if (waiting.length === 0) return newest.slice(0, count);
    await Promise.all(waiting.map((cursor, place) => readOn(table, cursor, count - place)));
  }
};
