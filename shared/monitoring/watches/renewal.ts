import { companySpace } from '#shared/companies/company-number';
import type { WriteOperation } from '#shared/db/expressions';
import { update } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import { monthEndAfter } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { post } from '#shared/wallet/ledger';
import { pay } from '#shared/wallet/payment';
import { coverageOf } from '#shared/wallet/wallet';
import { unwatchedWrite, watchedWrites } from './monitored-vendor.ts';
import { renewalEntry, type Watch, watcherEntry, watchKeyOf } from './watch.ts';
import type { MonthSnapshot } from './watch-payment.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Time between two attempts to charge an active watch whose month the wallet does not cover. */
const RETRY_MS = 6 * HOUR_MS;

/** How long a watch stays active after the first failed attempt. */
const GRACE_MS = 3 * 24 * HOUR_MS;

/** Time between two attempts while it is paused. */
const PAUSED_RETRY_MS = 24 * HOUR_MS;

/** Time until the next attempt when only a hold of the wallet prevents payment: longer than any hold. */
const HELD_RETRY_MS = 60 * 1000;

/** A watch whose next month is due. */
export interface DueWatch {
  readonly watch: Watch;
  /** Its place in the list of renewals when it was read, which handling it changes. */
  readonly place: string;
}

/** The outcome of a due month. */
export type RenewalOutcome = 'renewed' | 'resumed' | 'unpaid' | 'paused';

/** The outcome of a due month and its writes, all or none. `watch` refuses when another run has handled it. */
export interface Renewal {
  readonly outcome: RenewalOutcome;
  /** As the writes leave it. */
  readonly watch: Watch;
  readonly operations: { readonly watch: WriteOperation } & Readonly<Record<string, WriteOperation>>;
}

/**
 * Charges one month, up to the end of the current month counted from the watch's start. Months that were not charged,
 * because the service was down, are not charged later.
 */
const renewed = ({ watch, place }: DueWatch, snapshot: MonthSnapshot, nowMs: number): Renewal => {
  const paidUntilMs = monthEndAfter(Date.parse(watch.monitoringSince), Math.max(nowMs, Date.parse(watch.paidUntil)));
  const change = { paidUntil: isoTime(paidUntilMs), updatedAt: isoTime(nowMs) };
  return {
    outcome: 'renewed',
    watch: { ...watch, ...change },
    operations: {
      ...pay(snapshot, watch.vendorId, nowMs).operations,
      watch: update(watchKeyOf(watch), {
        set: { ...change, ...renewalEntry(watch, paidUntilMs) },
        remove: ['unpaidSince'],
        when: { gsi4sk: { equals: place } },
      }),
    },
  };
};

/** Restarts the watch: its months are counted from now, and the pause costs nothing. */
const resumed = ({ watch, place }: DueWatch, snapshot: MonthSnapshot, nowMs: number): Renewal => {
  const paidUntilMs = monthEndAfter(nowMs, nowMs);
  const company = { id: watch.vendorId, environment: watch.environment, space: companySpace(watch) };
  const now = isoTime(nowMs);
  const change = { status: 'active', monitoringSince: now, paidUntil: isoTime(paidUntilMs), updatedAt: now } as const;
  return {
    outcome: 'resumed',
    watch: { ...watch, ...change },
    operations: {
      ...pay(snapshot, watch.vendorId, nowMs).operations,
      ...watchedWrites(company, snapshot.monitored, nowMs).operations,
      watch: update(watchKeyOf(watch), {
        set: { ...change, ...watcherEntry(watch), ...renewalEntry(watch, paidUntilMs) },
        remove: ['unpaidSince'],
        when: { gsi4sk: { equals: place } },
      }),
    },
  };
};

/** Schedules another attempt. A watch that is unpaid since a moment was paid until that moment at most. */
const unpaid = ({ watch, place }: DueWatch, unpaidSinceMs: number, nextTryMs: number): Renewal => {
  const paidUntilMs = Math.min(Date.parse(watch.paidUntil), unpaidSinceMs);
  const change = { unpaidSince: isoTime(unpaidSinceMs), paidUntil: isoTime(paidUntilMs) };
  return {
    outcome: 'unpaid',
    watch: { ...watch, ...change },
    operations: {
      watch: update(watchKeyOf(watch), {
        set: { ...change, ...renewalEntry(watch, nextTryMs) },
        when: { gsi4sk: { equals: place } },
      }),
    },
  };
};

/**
 * Pauses the watch: no checks or alerts, and its account gets a mail. The writes refuse when the wallet has changed.
 */
const paused = ({ watch, place }: DueWatch, { wallet, rate }: MonthSnapshot, nowMs: number): Renewal => {
  const { accountId, environment, vendorId, paidUntil } = watch;
  const change = { status: 'paused', paidUntil, updatedAt: isoTime(nowMs) } as const;
  return {
    outcome: 'paused',
    watch: { ...watch, ...change },
    operations: {
      ...post(wallet, [], nowMs).operations,
      vendorState: unwatchedWrite(vendorId),
      watch: update(watchKeyOf(watch), {
        set: { ...change, ...renewalEntry(watch, nowMs + PAUSED_RETRY_MS) },
        remove: ['gsi1pk', 'gsi1sk'],
        when: { gsi4sk: { equals: place } },
      }),
      event: emit(
        {
          type: 'monitoring.watch.paused',
          accountId,
          environment,
          widgetId: null,
          data: { vendorId, priceKobo: rate.priceKobo, paidUntil },
        },
        nowMs,
      ),
    },
  };
};

/** Decides a watch whose next month is due, given the state of the wallet. */
export const renewal = (due: DueWatch, snapshot: MonthSnapshot, nowMs: number): Renewal => {
  const { watch } = due;
  const { wallet, rate } = snapshot;
  const isActive = watch.status === 'active';
  const coverage = coverageOf(wallet, rate.priceKobo, nowMs);
  if (coverage === 'covered') return isActive ? renewed(due, snapshot, nowMs) : resumed(due, snapshot, nowMs);

  const unpaidSinceMs = watch.unpaidSince === undefined ? nowMs : Date.parse(watch.unpaidSince);
  // The wallet has the money, and a hold on it ends within a minute: that is no reason to pause.
  if (coverage === 'held') return unpaid(due, unpaidSinceMs, nowMs + HELD_RETRY_MS);
  if (!isActive) return unpaid(due, unpaidSinceMs, nowMs + PAUSED_RETRY_MS);
  const pausedAtMs = unpaidSinceMs + GRACE_MS;
  if (nowMs >= pausedAtMs) return paused(due, snapshot, nowMs);
  return unpaid(due, unpaidSinceMs, Math.min(nowMs + RETRY_MS, pausedAtMs));
};

/**
 * A watch as it will be on its next date: at the end of the paid month or, after a failed renewal, at the end of the
 * grace period. The sandbox renews watches without waiting for that date.
 */
export const onItsNextDate = ({ watch, place }: DueWatch, nowMs: number): DueWatch => {
  if (watch.unpaidSince === undefined || watch.status === 'paused') return { watch, place };
  const unpaidSince = isoTime(nowMs - GRACE_MS);
  return { watch: { ...watch, unpaidSince, paidUntil: unpaidSince }, place };
};
