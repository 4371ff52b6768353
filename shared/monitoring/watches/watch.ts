import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import type { Item } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { monthEndAfter } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { RENEWAL_SHARDS, WATCHER_SHARDS, watchKeys, watchLists } from './keys.ts';

/** `active`: paid for. `paused`: unpaid for three days; without checks and alerts until a later attempt is paid. */
export const WATCH_STATUSES = ['active', 'paused'] as const;

const watchSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** `cmp_` */
  vendorId: v.string(),
  /** The account's own label for the vendor. */
  label: v.exactOptional(v.string()),
  status: v.picklist(WATCH_STATUSES),
  /** Since when it has been active without a pause; its months are counted from here. */
  monitoringSince: v.string(),
  paidUntil: v.string(),
  /** When the next month was first found unpaid; absent while it is paid. */
  unpaidSince: v.exactOptional(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A vendor that an account watches, paid by the month. */
export type Watch = v.InferOutput<typeof watchSchema>;

type WatchKeyParts = Pick<Watch, 'accountId' | 'environment' | 'vendorId'>;

/** Index attributes of a watch whose account gets the vendor's alerts. */
export const watcherEntry = ({ accountId, vendorId }: Pick<Watch, 'accountId' | 'vendorId'>) => ({
  gsi1pk: watchLists.watchers(vendorId, shardOf(accountId, WATCHER_SHARDS)),
  gsi1sk: accountId,
});

/** Index attributes of a watch whose next month is charged at a given time. */
export const renewalEntry = ({ accountId, vendorId }: Pick<Watch, 'accountId' | 'vendorId'>, atMs: number) => ({
  gsi4pk: watchLists.renewals(shardOf(accountId, RENEWAL_SHARDS)),
  gsi4sk: `${isoTime(atMs)}~${accountId}~${vendorId}`,
});

/** The key of a watch. */
export const watchKeyOf = ({ accountId, environment, vendorId }: WatchKeyParts) =>
  watchKeys.watch(accountId, environment, vendorId);

/** A new watch of a vendor, paid for one month from now. */
export const newWatch = (
  { accountId, environment }: AccountEnvironment,
  { id: vendorId }: Pick<Company, 'id'>,
  label: string | undefined,
  nowMs: number,
): Watch => {
  const now = isoTime(nowMs);
  return {
    accountId,
    environment,
    vendorId,
    ...(label !== undefined && { label }),
    status: 'active',
    monitoringSince: now,
    paidUntil: isoTime(monthEndAfter(nowMs, nowMs)),
    createdAt: now,
    updatedAt: now,
  };
};

/** An active watch, as it is stored. */
export const toWatchItem = (watch: Watch): Item => ({
  ...watchKeyOf(watch),
  ...watcherEntry(watch),
  ...renewalEntry(watch, Date.parse(watch.paidUntil)),
  ...watch,
});

/** Parses a stored watch. */
export const fromWatchItem = (item: Item): Watch => v.parse(watchSchema, item);

/** Parses a stored watch; undefined for an item that this version of the code cannot parse. */
export const readWatchItem = (item: Item): Watch | undefined => {
  const result = v.safeParse(watchSchema, item);
  return result.success ? result.output : undefined;
};
