import type { Rate } from '#shared/wallet/rates';
import { MODULE_IDS, MODULES, type ModuleActionKey } from './modules.ts';

/** The rate of every check that costs something. */
export type ModuleRates = Readonly<Record<ModuleActionKey, Rate>>;

const ACTION_KEYS: readonly ModuleActionKey[] = MODULE_IDS.flatMap((id) => MODULES[id].actionKey ?? []);

/**
 * Finds the rate of every check among all rates.
 *
 * @throws RangeError when one has none: the price must be known before a check is made.
 */
export const moduleRates = (rates: readonly Rate[]): ModuleRates => {
  const found = ACTION_KEYS.map((actionKey) => {
    const rate = rates.find((one) => one.actionKey === actionKey);
    if (!rate) throw new RangeError(`There is no rate for ${actionKey}`);
    return [actionKey, rate] as const;
  });
  return Object.fromEntries(found) as ModuleRates;
};

/** Kobo of every check. */
export const pricesOf = (rates: ModuleRates): Readonly<Record<ModuleActionKey, number>> =>
  Object.fromEntries(Object.values(rates).map(({ actionKey, priceKobo }) => [actionKey, priceKobo])) as Record<
    ModuleActionKey,
    number
  >;
