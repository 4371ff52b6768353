import { newCompany, toCompanyItem } from '#shared/companies/company';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { type FanOutBounds, type FanOutEffects, takeFanOutStep } from '#shared/monitoring/fan-out/fan-out';
import type { FanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import type { Report } from '#shared/monitoring/vendors/plan-event';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import { type MonitoredCompany, startWrites } from '#shared/monitoring/vendors/start-monitoring';
import { WATCHER_SHARDS } from '#shared/monitoring/watches/keys';
import { newWatch, toWatchItem, type Watch } from '#shared/monitoring/watches/watch';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { eventsOf } from '#tests/support/outbox';

/** Bounds so small that a few watchers go through every step that many do. */
export const SMALL_BOUNDS: FanOutBounds = { mostAtOnce: 0, pagesAStep: 1 };

const accountInShard = (shard: number | undefined): string => {
  for (;;) {
    const accountId = newId('usr', Date.now());
    if (shard === undefined || shardOf(accountId, WATCHER_SHARDS) === shard) return accountId;
  }
};

export interface WatchedOptions {
  readonly watchers?: number;
  readonly environment?: Environment;
  /** The shard of all watchers. Default: each in its own. */
  readonly shard?: number;
}

/** The write of a vendor's company, even if its number is already taken. */
export const companyOf = (vendor: MonitoredCompany, nowMs: number) => {
  const facts = {
    registrationNumber: 'RC1234567',
    businessName: 'Kano Mills Limited',
    businessStatus: 'active',
  } as const;
  const place = { accountId: vendor.space, environment: vendor.environment };
  return put(toCompanyItem({ ...newCompany(place, requiredCompanyNumber('RC1234567'), facts, nowMs), ...vendor }));
};

/** A vendor that some accounts have watched for a minute. */
export const watchedVendor = async ({ watchers = 3, environment = 'live', shard }: WatchedOptions = {}) => {
  const sinceMs = Date.now() - 60_000;
  const vendor = { id: newId('cmp', sinceMs), environment, space: 'live' } as const;
  await serviceTable().transact({
    ...startWrites(vendor, sinceMs, { activeWatches: watchers }),
    company: companyOf(vendor, sinceMs),
  });
  const watches = Array.from({ length: watchers }, () =>
    newWatch({ accountId: accountInShard(shard), environment }, vendor, undefined, sinceMs),
  );
  if (watches.length > 0) await serviceTable().transact(watches.map((watch) => put(toWatchItem(watch))));
  return { vendor, watches };
};

/** The watched vendor and its watchers. */
export type WatchedVendor = Awaited<ReturnType<typeof watchedVendor>>;

/** Records an event of a vendor. Returns its fan-out, as a message starts it. */
export const recorded = async (
  { vendor }: Pick<WatchedVendor, 'vendor'>,
  { kind = 'director_change', source = 'CAC', ...report }: Partial<Report> = {},
  nowMs = Date.now(),
) => {
  const full = { kind, source, agentName: 'test', ...report };
  const base = await readEventBase(serviceTable(), vendor.id, full, nowMs);
  const { event } = await recordEvent(serviceTable(), vendor, full, base, nowMs);
  return { event, fanOut: { vendorId: vendor.id, number: event.number } };
};

/** Workers with a queue that contains what they send. */
export const fanOutWorkers = (overrides: Partial<FanOutEffects> = {}, bounds?: FanOutBounds) => {
  const waiting: FanOut[] = [];
  const counted: string[] = [];
  const effects: FanOutEffects = {
    table: serviceTable(),
    clock: Date.now,
    send: async (fanOut) => void waiting.push(fanOut),
    log: { info: () => {}, warn: () => {}, error: () => {}, with: () => effects.log },
    metrics: (name, value) => void counted.push(`${name} ${value}`),
    ...overrides,
  };
  const step = (fanOut: FanOut) => takeFanOutStep(fanOut, effects, bounds);
  /** Takes a step, and every step that follows from it. */
  const drain = async (fanOut: FanOut): Promise<number> => {
    let steps = 0;
    waiting.push(fanOut);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      steps++;
      await step(next);
    }
    return steps;
  };
  return { waiting, counted, effects, step, drain };
};

/** The types of the webhook events that a watcher was sent, in alphabetical order. */
export const eventTypesOf = async ({ accountId }: Pick<Watch, 'accountId'>): Promise<readonly string[]> =>
  (await eventsOf(accountId)).map(({ type }) => String(type)).sort();

/** Whether the fan-out of a change is still running. */
export const isPending = async ({ vendorId, number }: FanOut): Promise<boolean> =>
  (await serviceTable().get(vendorKeys.point(vendorId, number)))?.['gsi4pk'] !== undefined;
