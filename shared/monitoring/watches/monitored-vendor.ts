import { update } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { scheduleAttributes } from '#shared/monitoring/checks/schedule';
import { type MonitoredCompany, monitoringStart } from '#shared/monitoring/vendors/start-monitoring';
import { firstStateWrite, type VendorState, vendorStateRecord } from '#shared/monitoring/vendors/vendor-state';

/** The part of a vendor's state that watches use. */
export interface MonitoredVendor {
  readonly state: VendorState;
  /** Whether it is in the list of daily checks. Vendors that nobody watches any more are removed from there. */
  readonly isScheduled: boolean;
}

/** The record of a vendor's state, for transactions that count its watches. */
export const monitoredRecord = (vendorId: string): StoredRecord<MonitoredVendor> => {
  const { key, from } = vendorStateRecord(vendorId);
  return {
    key,
    from: (item) => ({ state: from(item), isScheduled: item['gsi4pk'] !== undefined }),
    hasMoved: (latest, read) => latest.isScheduled !== read?.isScheduled,
  };
};

/**
 * Reads the monitored vendor, strongly consistent; undefined when it was never monitored. @param vendorId a valid id.
 */
export const readMonitored = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
): Promise<MonitoredVendor | undefined> => {
  const { key, from } = monitoredRecord(vendorId);
  const item = await table.get(key);
  return item && from(item);
};

/**
 * The writes that count one more active watch of a vendor, and the state that its account is shown. The first watch
 * starts the vendor's monitoring and its daily checks. The writes refuse when the state was created, or the vendor has
 * entered or left the list of checks, since it was read.
 */
export const watchedWrites = (company: MonitoredCompany, monitored: MonitoredVendor | undefined, nowMs: number) => {
  const schedule = scheduleAttributes(company.id, nowMs);
  if (!monitored) {
    const { state, operations } = monitoringStart(company, nowMs);
    return {
      state,
      operations: { ...operations, vendorState: firstStateWrite({ ...state, activeWatches: 1 }, { ...schedule }) },
    };
  }
  const { state, isScheduled } = monitored;
  const vendorState = update(monitoredRecord(company.id).key, {
    add: { activeWatches: 1 },
    ...(!isScheduled && { set: { ...schedule } }),
    when: { pk: 'exists', gsi4pk: isScheduled ? 'exists' : 'missing' },
  });
  return { state, operations: { vendorState } };
};

/** The write that counts one active watch of a vendor less. */
export const unwatchedWrite = (vendorId: string) =>
  update(monitoredRecord(vendorId).key, {
    add: { activeWatches: -1 },
    when: { activeWatches: { atLeast: 1 } },
  });
