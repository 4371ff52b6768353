import { type Company, newCompany, toCompanyItem } from '#shared/companies/company';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import type { Report } from '#shared/monitoring/vendors/plan-event';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import type { MonitoredCompany } from '#shared/monitoring/vendors/start-monitoring';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { voidPlan } from '#shared/monitoring/vendors/void-event';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { newCompanyNumber } from './companies.ts';

/**
 * Writes a company without an owner into the table, as the watch of a business creates it; `ownerId` gives it an owner.
 */
export const createVendor = async (
  place: AccountEnvironment,
  fields: Partial<Pick<Company, 'companyName' | 'ownerId'>> = {},
  table: Pick<Table, 'write'> = serviceTable(),
): Promise<Company> => {
  const number = requiredCompanyNumber(newCompanyNumber());
  const facts = {
    registrationNumber: number.registrationNumber,
    businessName: 'Okada Logistics Limited',
    businessStatus: 'active',
  } as const;
  const company = { ...newCompany(place, number, facts, Date.now()), ...fields };
  const result = await table.write(put(toCompanyItem(company)));
  if (!result.written) throw new Error('The company was refused');
  return company;
};

/** Records what a source reports of a vendor, as a check does. */
export const reportOn = async (
  company: MonitoredCompany,
  report: Partial<Report> & Pick<Report, 'kind'>,
  nowMs = Date.now(),
  table: Pick<Table, 'get' | 'transact'> = serviceTable(),
): Promise<MonitoringEvent> => {
  const complete = { source: newId('ref', nowMs), agentName: 'test', ...report };
  const base = await readEventBase(table, company.id, complete, nowMs);
  return (await recordEvent(table, company, complete, base, nowMs)).event;
};

/** Voids an event, as an upheld dispute does. */
export const voidEvent = async (event: MonitoringEvent, nowMs = Date.now()): Promise<void> => {
  const table = serviceTable();
  const state = await readVendorState(table, event.vendorId);
  if (!state) throw new Error('The vendor has no state');
  const { written } = await table.transact(voidPlan({ event, state }, newId('dsp', nowMs), nowMs).operations);
  if (!written) throw new Error('The voiding was refused');
};
