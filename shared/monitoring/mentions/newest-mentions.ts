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
  /** Unread mentions are at this position or earlier; undefined once all have been read. */
  unreadUntil: string | undefined;
  after?: Record<string, unknown>;
}

/** The sort position of a mention: by time, then by id. */
const positionOf = ({ createdAt, eventId }: MonitoringEvent): string => `${createdAt}~${eventId}`;

const byPosition = (one: MonitoringEvent, other: MonitoringEvent): number =>
  positionOf(one) < positionOf(other) ? 1 : -1;

const cursorOf = ({ vendorId, latestMentionAt }: MentionedVendor): Cursor => ({
  vendorId,
  mentions: [],
  // This sorts after every id of that time. It is a valid bound even if its mention has been voided since.
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

/** The cursors that may still have a mention newer than the last of `count`, latest first. */
const undecided = (cursors: readonly Cursor[], newest: readonly MonitoringEvent[], count: number): Cursor[] => {
  const last = newest[count - 1];
  const position = last ? positionOf(last) : '';
  return cursors
    .filter(({ unreadUntil }) => unreadUntil !== undefined && unreadUntil > position)
    .sort((one, other) => ((one.unreadUntil ?? '') < (other.unreadUntil ?? '') ? 1 : -1));
};

/**
 * Reads the newest `count` media mentions of some vendors, newest first, or all if there are fewer. The newest `count`
 * belong to at most `count` vendors, those with the latest mentions, and the vendor at index i has at most `count` - i
 * of them. One trip is therefore enough, however many mentions there are. Another follows only when the latest mention
 * of a vendor has been voided.
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
