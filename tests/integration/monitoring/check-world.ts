import { type Company, fromCompanyItem, newCompany } from '#shared/companies/company';
import { addedCompanyWrites } from '#shared/companies/company-repository';
import { companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import type { Item } from '#shared/db/expressions';
import { put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { HandedOutCheck } from '#shared/monitoring/checks/check-queue';
import { type CheckEffects, checkVendor } from '#shared/monitoring/checks/check-vendor';
import { type PlanEffects, planChecks } from '#shared/monitoring/checks/plan-checks';
import { scheduleAttributes } from '#shared/monitoring/checks/schedule';
import { MONITORING_STARTED } from '#shared/monitoring/vendors/event-kinds';
import { listRecentEvents } from '#shared/monitoring/vendors/event-repository';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { startWrites } from '#shared/monitoring/vendors/start-monitoring';
import type { Environment } from '#shared/platform/environments';
import { makeLogger } from '#shared/platform/logger';
import { found, NOT_FOUND, unavailable } from '#shared/sources/lookup-results';
import type { RegistryFacts, ScreeningHit, SourcePorts, SourceResult } from '#shared/sources/ports';
import { selectSources } from '#shared/sources/select';
import { guardedTable } from '#tests/support/function-access';

/** When a world begins: later than any real clock, so that nothing in its table expires. */
export const START_MS = Date.parse('2040-03-01T09:00:00.000Z');

const { ports: sandbox } = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });

/** The responses of a world's sources, which tests change. `undefined`: unavailable. */
export interface Sayings {
  registry: SourceResult<RegistryFacts>;
  hits: readonly ScreeningHit[] | undefined;
}

const FACTS: RegistryFacts = {
  registrationNumber: 'RC1234567',
  businessName: 'ADIRE TEXTILES LIMITED',
  businessStatus: 'active',
  address: '12 Broad Street',
  shareholders: [{ name: 'Ada Obi', percentage: 100 }],
};

const quiet = makeLogger({}, () => {});

/** A registry that returns this record of the vendor. */
export const saying = (change: Partial<RegistryFacts> = {}): SourceResult<RegistryFacts> =>
  found({ ...FACTS, ...change });

/** The position of a vendor in the list of checks; undefined if it is not in the list. */
const placeOf = async (table: Table, vendorId: string): Promise<string | undefined> =>
  (await table.get(vendorKeys.state(vendorId)))?.['gsi4sk'] as string | undefined;

const NUMBER = { classificationId: 2, registrationNumber: 'RC1234567', digits: '1234567' } as const;

/** What the registry of an environment returns for a vendor with this name when it is added. */
const addedFacts = async (environment: Environment, businessName: string): Promise<RegistryFacts> => {
  const result =
    environment === 'sandbox'
      ? await sandbox.registry({ ...NUMBER, businessName }, new AbortController().signal)
      : NOT_FOUND;
  return result.status === 'found' ? result.facts : { ...FACTS, businessName };
};

/**
 * A watched vendor with its own clock. `day` moves the clock to the vendor's next check, and has this planned and made.
 * The table may contain other worlds, whose tests have ended, and nothing from other files.
 */
export const checkWorld = async ({
  name = FACTS.businessName,
  environment = 'live' as Environment,
  ownerId = undefined as string | undefined,
} = {}) => {
  const table = guardedTable(serviceTable());
  // A millisecond after the first check is due, because a check that is due at this very moment is not overdue.
  const time = { nowMs: START_MS + 1 };
  const says: Sayings = { registry: saying(), hits: [] };
  const place = { accountId: 'usr_01K0000000000000000000000A', environment };
  const company: Company = {
    ...newCompany(place, NUMBER, await addedFacts(environment, name), START_MS),
    ...(ownerId !== undefined && { ownerId }),
  };
  const vendorId = company.id;
  const companyWrites =
    ownerId === undefined
      ? { company: put({ ...companyKeys.company(vendorId), ...company }) }
      : addedCompanyWrites({ ...company, ownerId });
  await table.transact({
    ...companyWrites,
    ...startWrites(company, START_MS, { activeWatches: 1, ...scheduleAttributes(vendorId, START_MS) }),
  });

  const asked: string[] = [];
  const fakes: Pick<SourcePorts, 'registry' | 'screening'> = {
    registry: async () => {
      asked.push('registry');
      return says.registry;
    },
    screening: async () => {
      asked.push('screening');
      return says.hits ? found({ hits: says.hits }) : unavailable('unreachable');
    },
  };
  const messages: HandedOutCheck[] = [];
  const fannedOut: number[] = [];
  const effects: CheckEffects & PlanEffects = {
    table,
    clock: () => time.nowMs,
    sourcesFor: async () => ({ ports: environment === 'sandbox' ? sandbox : { ...sandbox, ...fakes } }),
    startSourceTime: () => new AbortController().signal,
    // Others in the same table are due too, once the clock has moved.
    vendorChecks: async (check) => {
      if (check.vendorId === vendorId) messages.push(check);
    },
    fanOut: async ({ number }) => void fannedOut.push(number),
    log: quiet,
    metrics: () => undefined,
  };

  const world = {
    table,
    time,
    says,
    company,
    vendorId,
    asked,
    messages,
    /** The points that a fan-out was requested for, in order. */
    fannedOut,
    effects,
    place: () => placeOf(table, vendorId),
    /** Moves the clock to the time of the vendor's check. */
    toNextCheck: async (): Promise<void> => {
      const due = Date.parse((await world.place())?.split('~')[0] ?? '');
      time.nowMs = Math.max(time.nowMs, due + 1);
    },
    plan: () => planChecks(effects),
    /** Handles every message that was sent. */
    work: async (): Promise<void> => {
      for (const check of messages.splice(0)) await checkVendor(check, effects);
    },
    day: async (): Promise<void> => {
      await world.toNextCheck();
      await world.plan();
      await world.work();
    },
    setWatches: (activeWatches: number) =>
      table.write(update(vendorKeys.state(vendorId), { set: { activeWatches }, when: {} })),
    /** The vendor's events, in the order of their points. */
    events: async (): Promise<readonly MonitoringEvent[]> =>
      (await listRecentEvents(table, vendorId, 100))
        .filter(({ kind }) => kind !== MONITORING_STARTED)
        .toSorted((one, other) => one.number - other.number),
    /** The kinds of the vendor's events. */
    kinds: async (): Promise<readonly string[]> => (await world.events()).map(({ kind }) => kind),
    stored: async (): Promise<Company> => fromCompanyItem((await table.get(companyKeys.company(vendorId))) as Item),
    score: async () => (await table.get(vendorKeys.state(vendorId)))?.['scoreHundredths'],
  };
  return world;
};
