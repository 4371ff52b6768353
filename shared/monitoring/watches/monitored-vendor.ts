import { update } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { scheduleAttributes } from '#shared/monitoring/checks/schedule';
import { type MonitoredCompany, monitoringStart } from '#shared/monitoring/vendors/start-monitoring';
import { firstStateWrite, type VendorState, vendorStateRecord } from '#shared/monitoring/vendors/vendor-state';

/** The state of a vendor as its watches need it. */
export interface MonitoredVendor {
  readonly state: VendorState;
  /** Whether it stands in the list of daily checks, which takes out what nobody watches any more. */
  readonly isScheduled: boolean;
}

/** The record of a vendor's state, for transactions that count its watches. */
export const monitoredRecord = (vendorId: string): StoredRecord<MonitoredVendor> => {
  const { key, from } = vendorStateRecord(vendorId);
  return {
    key,
    from: (item) => ({ state: from(item), isScheduled: item['gsi2pk'] !== undefined }),
    hasMoved: (latest, read) => latest.isScheduled !== read?.isScheduled,
  };
};

/** The vendor as it is monitored, strongly consistent; undefined when it never was. @param vendorId a valid id. */
export const readMonitored = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
): Promise<MonitoredVendor | undefined> => {
  const { key, from } = monitoredRecord(vendorId);
  const item = await table.get(key);
  return item && from(item);
};

/**
 * The writes that count one more active watch of a vendor, and the state that its account is shown: with the first one its
 * monitoring starts, and its daily checks. Refused when the vendor has got its state, or has entered or left the list of
 * checks, since it was read.
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
    when: { pk: 'exists', gsi2pk: isScheduled ? 'exists' : 'missing' },
  });
  return { state, operations: { vendorState } };
};

/** The write that counts one active watch of a vendor less. */
export const unwatchedWrite = (vendorId: string) =>
  update(monitoredRecord(vendorId).key, {
    add: { activeWatches: -1 },
    when: { activeWatches: { atLeast: 1 } },
  });
