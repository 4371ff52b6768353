import { updateRegistryFacts } from '#shared/companies/registry-update';
import { findCompany } from '#shared/companies/transfer';
import type { Table } from '#shared/db/operations';
import type { SendFanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { wakeFanOut } from '#shared/monitoring/fan-out/wake-fan-out';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import { endChecks, findScheduledCheck, moveCheck } from '#shared/monitoring/vendors/scheduled-check';
import type { Clock } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { Sources } from '#shared/sources/select';
import type { HandedOutCheck } from './check-queue.ts';
import { findCheckSnapshot, snapshotWrite } from './check-snapshot.ts';
import { compareLookups } from './compare-lookups.ts';
import { lookUpVendor, unavailableSources, type VendorLookups } from './look-up-vendor.ts';
import { nextSchedule } from './schedule.ts';

/** The effects of checking vendors. */
export interface CheckEffects {
  readonly table: Table;
  readonly clock: Clock;
  /** The sources of an environment. */
  readonly sourcesFor: (environment: Environment) => Promise<Pick<Sources, 'ports'>>;
  /** Starts the time limit of the sources. */
  readonly startSourceTime: () => AbortSignal;
  /** Has a vendor's watchers notified of a change of its score. */
  readonly fanOut: SendFanOut;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A watched vendor has no company. */
class VendorWithoutCompany extends Error {
  override readonly name = 'VendorWithoutCompany';
}

const report = (vendorId: string, lookups: VendorLookups, { log, metrics }: CheckEffects): void => {
  for (const [source, reason] of unavailableSources(lookups)) {
    log.warn('VENDOR_CHECK_INCOMPLETE', { vendorId, source, reason });
    metrics('VendorChecksIncomplete', 1, { source, reason });
  }
};

/**
 * Makes a check of a vendor that was handed out, and schedules the next. Changes are written as events first, then to
 * the company's record, then to the snapshot. A check that dies halfway therefore finds the same changes when repeated,
 * and the rule of 7 days keeps each one a single event. A source that is unavailable waits for the next day.
 *
 * @throws any failure of the service; calling it again completes the check. A check that has ended, or was handed out
 * again, is left alone.
 */
export const checkVendor = async ({ vendorId, place }: HandedOutCheck, effects: CheckEffects): Promise<void> => {
  const { table, clock, sourcesFor, startSourceTime, fanOut, log, metrics } = effects;
  const [scheduled, company, before] = await Promise.all([
    findScheduledCheck(table, vendorId),
    findCompany(table, vendorId),
    findCheckSnapshot(table, vendorId),
  ]);
  if (scheduled?.place !== place) return log.info('VENDOR_CHECK_REPEATED', { vendorId });
  if (scheduled.activeWatches <= 0) {
    await table.write(endChecks(scheduled));
    return;
  }
  if (!company) throw new VendorWithoutCompany();

  const { ports } = await sourcesFor(company.environment);
  const lookups = await lookUpVendor(company, { ports, startSourceTime });
  report(vendorId, lookups, effects);
  const nowMs = clock();
  const { findings, snapshot } = compareLookups(company, before, lookups, nowMs);
  for (const finding of findings) {
    const base = await readEventBase(table, vendorId, finding, nowMs);
    const { event, isNew } = await recordEvent(table, company, finding, base, nowMs);
    if (isNew) await wakeFanOut(fanOut, event, log);
  }
  if (lookups.registry.status === 'found') await updateRegistryFacts(table, company, lookups.registry.facts, nowMs);
  const { written } = await table.transact({
    snapshot: snapshotWrite(snapshot),
    schedule: moveCheck(scheduled, nextSchedule(vendorId, nowMs)),
  });
  if (!written) return log.info('VENDOR_CHECK_REPEATED', { vendorId });
  log.info('VENDOR_CHECKED', { vendorId, count: findings.length });
  metrics('VendorsChecked', 1);
  metrics('VendorChangesFound', findings.length);
};
