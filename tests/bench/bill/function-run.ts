import type { TableCost } from '#tests/bench/cloud/costs';
import { ASSUMED, type Prices } from '#tests/bench/prices';

const HASHES_A_PASSWORD = new Set(['sign-up', 'log-in']);

/** Milliseconds of a run outside its own code and the table. */
export const extraMs = (name: string): number => {
  if (HASHES_A_PASSWORD.has(name)) return ASSUMED.millisecondsOfAPasswordHash;
  return name === 'deliver-webhook' ? ASSUMED.millisecondsOfAPost : 0;
};

/** How long a warm run of a function takes, by its recorded trips and the assumed duration of each. */
export const runMs = (name: string, { trips, calls }: Pick<TableCost, 'trips' | 'calls'>): number => {
  const transactions = calls.filter((call) => call.includes('Transact')).length;
  const table =
    (trips - transactions) * ASSUMED.millisecondsOfATrip + transactions * ASSUMED.millisecondsOfATransaction;
  return ASSUMED.millisecondsOfOurOwnCode + table + extraMs(name);
};

/** The units of reading and storing how far a schedule has come, for those that note it in every run. */
const PROGRESS: Readonly<Record<string, Pick<TableCost, 'readUnits' | 'writeUnits'>>> = {
  'sweep-events': { readUnits: 2, writeUnits: 1 },
};

/**
 * The units of a run of a schedule that finds nothing: each of its queries costs half a unit, and its progress what it
 * takes. What it finds is counted with the activity that causes it.
 */
export const idleRunCost = (name: string, cost: TableCost): TableCost => {
  const { readUnits, writeUnits } = PROGRESS[name] ?? { readUnits: 0, writeUnits: 0 };
  const queries = cost.calls.filter((call) => call.endsWith(' Query')).length;
  return { ...cost, readUnits: queries / 2 + readUnits, writeUnits };
};

/** The dollars of so many read and write units. */
export const unitDollars = (
  { readUnits, writeUnits }: Pick<TableCost, 'readUnits' | 'writeUnits'>,
  { dollarsPerMillion }: Prices,
): number => (readUnits * dollarsPerMillion.readUnits + writeUnits * dollarsPerMillion.writeUnits) / 1e6;
