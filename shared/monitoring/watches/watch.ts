import * as v from 'valibot';
import type { Company } from '#shared/companies/company';
import type { Item } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { monthEndAfter } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { RENEWAL_SHARDS, WATCHER_SHARDS, watchKeys, watchLists } from './keys.ts';

/** `active`: paid for. `paused`: unpaid for three days; no checks and no alerts until a later try is paid. */
export const WATCH_STATUSES = ['active', 'paused'] as const;

const watchSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** `cmp_` */
  vendorId: v.string(),
  /** What the account calls the vendor. */
  label: v.exactOptional(v.string()),
  status: v.picklist(WATCH_STATUSES),
  /** Since when it is watched without a pause; its months are counted from here. */
  monitoringSince: v.string(),
  paidUntil: v.string(),
  /** When the month that followed could first not be paid; missing while it is paid. */
  unpaidSince: v.exactOptional(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A vendor that an account watches, by the month. */
export type Watch = v.InferOutput<typeof watchSchema>;

type WatchKeyParts = Pick<Watch, 'accountId' | 'environment' | 'vendorId'>;

/** The index attributes of a watch whose vendor's alerts its account gets. */
export const watcherEntry = ({ accountId, vendorId }: Pick<Watch, 'accountId' | 'vendorId'>) => ({
  gsi1pk: watchLists.watchers(vendorId, shardOf(accountId, WATCHER_SHARDS)),
  gsi1sk: accountId,
});

/** The index attributes of a watch whose next month is to be charged at a time. */
export const renewalEntry = ({ accountId, vendorId }: Pick<Watch, 'accountId' | 'vendorId'>, atMs: number) => ({
  gsi2pk: watchLists.renewals(shardOf(accountId, RENEWAL_SHARDS)),
  gsi2sk: `${isoTime(atMs)}~${accountId}~${vendorId}`,
});

/** The key of a watch. */
export const watchKeyOf = ({ accountId, environment, vendorId }: WatchKeyParts) =>
  watchKeys.watch(accountId, environment, vendorId);

/** A new watch of a vendor, paid for a month from now. */
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

/** A watch that was paid for, as it is stored. */
export const toWatchItem = (watch: Watch): Item => ({
  ...watchKeyOf(watch),
  ...watcherEntry(watch),
  ...renewalEntry(watch, Date.parse(watch.paidUntil)),
  ...watch,
});

/** Parses a stored watch. */
export const fromWatchItem = (item: Item): Watch => v.parse(watchSchema, item);

/** The same, or undefined for an item that this code cannot read. */
export const readWatchItem = (item: Item): Watch | undefined => {
  const result = v.safeParse(watchSchema, item);
  return result.success ? result.output : undefined;
};
