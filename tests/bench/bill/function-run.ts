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

/**
 * The units of a run of a schedule that finds nothing: each of its queries costs half a unit. What it finds is counted
 * with the activity that causes it.
 */
export const idleRunCost = (cost: TableCost): TableCost => ({
  ...cost,
  readUnits: cost.calls.filter((call) => call.endsWith(' Query')).length / 2,
  writeUnits: 0,
});

/** The dollars of so many read and write units. */
export const unitDollars = (
  { readUnits, writeUnits }: Pick<TableCost, 'readUnits' | 'writeUnits'>,
  { dollarsPerMillion }: Prices,
): number => (readUnits * dollarsPerMillion.readUnits + writeUnits * dollarsPerMillion.writeUnits) / 1e6;
