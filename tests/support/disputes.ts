import { randomUUID } from 'node:crypto';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { Dispute } from '#shared/disputes/dispute';
import { fileDispute, readFiling } from '#shared/disputes/file-dispute';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import type { Report } from '#shared/monitoring/vendors/plan-event';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import type { MonitoredCompany } from '#shared/monitoring/vendors/start-monitoring';
import type { Environment } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { createCompanyFor } from './companies.ts';
import type { TestAccount } from './onboarding.ts';

/** Records an event of a vendor, by default litigation (8 points), from a source that no other event has. */
export const reportOn = async (
  vendor: MonitoredCompany,
  what: Partial<Report> = {},
  nowMs = Date.now(),
  table: Pick<Table, 'get' | 'transact'> = serviceTable(),
): Promise<MonitoringEvent> => {
  const report = { kind: 'litigation', source: randomUUID(), agentName: 'test', ...what } as const;
  const base = await readEventBase(table, vendor.id, report, nowMs);
  return (await recordEvent(table, vendor, report, base, nowMs)).event;
};

/** A vendor that the account owns, and an event of this vendor. */
export const reportedVendorOf = async (
  account: TestAccount,
  environment: Environment = 'sandbox',
  what: Partial<Report> = {},
) => {
  const vendor = await createCompanyFor(account, { environment });
  return { vendor, event: await reportOn(vendor, what) };
};

/** The description of every dispute. */
export const DESCRIPTION = 'The suit concerns a different company with a similar name.';

/** Writes a dispute of an account into the table, as if it had been filed without documents. */
export const createDisputeFor = async (
  owner: AccountEnvironment,
  { vendorId, eventId }: Pick<MonitoringEvent, 'vendorId' | 'eventId'>,
  table: Pick<Table, 'get' | 'getMany' | 'transact'> = serviceTable(),
): Promise<Dispute> => {
  // Another dispute may join the same lists at the same moment.
  for (let tries = 1; tries <= 50; tries++) {
    const filed = { vendorId, eventId, description: DESCRIPTION };
    const heads = await readFiling(table, owner, filed);
    const { dispute, operations } = fileDispute(owner, filed, [], heads, Date.now());
    if ((await table.transact(operations)).written) return dispute;
  }
  throw new Error('The dispute was refused');
};
