import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { DELIVERY_KEPT_SECONDS, type Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { deliveryLogKeys, deliveryLogLists, pagesBetween } from './keys.ts';
import { fromRowText, type LogRow, rowOf, toRowText } from './log-row.ts';

/** Deliveries of a full page. It stays below a kilobyte, up to which a write costs one unit. */
export const PAGE_ROWS = 10;

/** How long deliveries are listed: as long as they are shown. */
const LISTED_MS = DELIVERY_KEPT_SECONDS * 1000;

/** How much longer the log is stored, so that the list is always complete. */
const STORED_LONGER_SECONDS = 2 * 24 * 60 * 60;

const BETWEEN_ROWS = ' ';

const pageSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** Its number in the log, from 0 and without gaps. */
  pageNumber: v.number(),
  /** Counts its writes. */
  version: v.number(),
  /** Stored as one text, because the SDK takes as long for each value of a list as we do for a whole page. */
  rows: v.pipe(
    v.string(),
    v.transform((text) => text.split(BETWEEN_ROWS).map(fromRowText)),
  ),
});

/**
 * A page of the log of a registration: up to `PAGE_ROWS` deliveries, in the order of their times. A page begins when
 * the one before it is full. Its rows change, but keep their places.
 */
export interface LogPage extends v.InferOutput<typeof pageSchema> {
  readonly registrationId: string;
  /** Just after the last time of the page before. Times from here to the next page are those of this page. */
  readonly startsAt: string;
}

/** The page of a stored item. */
export const fromPageItem = (item: Item): LogPage => ({
  ...v.parse(pageSchema, item),
  registrationId: item.pk.slice(item.pk.indexOf('#') + 1),
  startsAt: item.sk.slice(item.sk.indexOf('#') + 1),
});

/** When something written to the log now is deleted: after everything in it has left the list. */
export const storedUntil = (nowMs: number): number =>
  unixSeconds(nowMs) + DELIVERY_KEPT_SECONDS + STORED_LONGER_SECONDS;

/** The write of a page. It refuses when the page has changed since it was read, or has begun meanwhile. */
export const pageWrite = (page: LogPage, nowMs: number): WriteOperation => {
  const { registrationId, startsAt, rows, version, ...stored } = page;
  return put(
    {
      ...deliveryLogKeys.logPage(registrationId, startsAt),
      ...stored,
      rows: rows.map(toRowText).join(BETWEEN_ROWS),
      version: version + 1,
      expiresAtSeconds: storedUntil(nowMs),
    },
    version === 0 ? { pk: 'missing' } : { version: { equals: version } },
  );
};

/** A page after {@link pageWrite}. */
export const written = (page: LogPage): LogPage => ({ ...page, version: page.version + 1 });

/** Whether the next delivery begins another page. */
export const isFull = ({ rows }: LogPage): boolean => rows.length >= PAGE_ROWS;

/** The time of the latest row of a page in milliseconds, or its start: the earliest time that the next row may have. */
const latestMs = ({ rows, startsAt }: LogPage): number => Date.parse(rows.at(-1)?.createdAt ?? startsAt);

/** The page to which the next delivery is added: the newest one, or the one that follows it when it is full. */
export const openPage = (newest: LogPage | undefined, delivery: Delivery): LogPage => {
  if (newest && !isFull(newest)) return newest;
  const { registrationId, accountId, environment } = delivery;
  return {
    registrationId,
    accountId,
    environment,
    pageNumber: newest ? newest.pageNumber + 1 : 0,
    startsAt: isoTime(newest ? latestMs(newest) + 1 : 0),
    version: 0,
    rows: [],
  };
};

/** A page with the states of deliveries that it has already. The page itself when none of them is newer. */
export const withStates = (page: LogPage, deliveries: readonly Delivery[]): LogPage => {
  const states = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]));
  const rows = page.rows.map((row) => {
    const state = states.get(row.deliveryId);
    return state && state.version > row.version ? rowOf(state, row.createdAt) : row;
  });
  return rows.every((row, index) => row === page.rows[index]) ? page : { ...page, rows };
};

/**
 * A page with as many of these deliveries added as it takes. Although the records of a stream overtake each other, the
 * order of the rows is the order in time.
 */
export const withAdded = (page: LogPage, deliveries: readonly Delivery[]): LogPage => {
  const rows = [...page.rows];
  let atMs = latestMs(page);
  for (const delivery of deliveries.slice(0, PAGE_ROWS - rows.length)) {
    atMs = Math.max(Date.parse(delivery.createdAt), atMs);
    rows.push(rowOf(delivery, isoTime(atMs)));
  }
  return { ...page, rows };
};

/** A delivery in the log of its registration. */
export interface LogEntry extends LogRow, Pick<LogPage, 'registrationId' | 'environment'> {
  /** Its permanent number in the log, from 1. */
  readonly number: number;
}

/** The number of the first row of a page. */
export const firstNumber = ({ pageNumber }: Pick<LogPage, 'pageNumber'>): number => pageNumber * PAGE_ROWS + 1;

/** The entries of a page. */
export const entriesOf = (page: LogPage): readonly LogEntry[] => {
  const { registrationId, environment, rows } = page;
  return rows.map((row, index) => ({ ...row, registrationId, environment, number: firstNumber(page) + index }));
};

/**
 * Reads the newest pages of a log, strongly consistent, newest first.
 *
 * @param to reads from the page that has this time backwards.
 */
export const readNewestPages = async (
  table: Pick<TableReader, 'query'>,
  registrationId: string,
  limit: number,
  to = '~',
): Promise<readonly LogPage[]> => {
  const { items } = await table.query({
    partition: deliveryLogLists.log(registrationId),
    between: pagesBetween('0', to),
    descending: true,
    limit,
  });
  return items.map(fromPageItem);
};

/** Whether a delivery was planned so long ago that it is no longer listed. */
export const hasLeftTheList = ({ createdAt }: Pick<LogRow, 'createdAt'>, nowMs: number): boolean =>
  Date.parse(createdAt) < nowMs - LISTED_MS;

/** The earliest time that is listed. */
export const listedFrom = (nowMs: number): string => isoTime(nowMs - LISTED_MS);
