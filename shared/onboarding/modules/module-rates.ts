import type { Rate } from '#shared/wallet/rates';
import { MODULE_IDS, MODULES, type ModuleActionKey } from './modules.ts';

/** The rate of every check that is charged. */
export type ModuleRates = Readonly<Record<ModuleActionKey, Rate>>;

const ACTION_KEYS: readonly ModuleActionKey[] = MODULE_IDS.flatMap((id) => MODULES[id].actionKey ?? []);

/**
 * Picks the rate of every check from all rates.
 *
 * @throws RangeError when a rate is missing: a price must be known before its check is made.
 */
export const moduleRates = (rates: readonly Rate[]): ModuleRates => {
  const found = ACTION_KEYS.map((actionKey) => {
    const rate = rates.find((one) => one.actionKey === actionKey);
    if (!rate) throw new RangeError(`There is no rate for ${actionKey}`);
    return [actionKey, rate] as const;
  });
  return Object.fromEntries(found) as ModuleRates;
};

/** Price of every check in kobo. */
export const pricesOf = (rates: ModuleRates): Readonly<Record<ModuleActionKey, number>> =>
  Object.fromEntries(Object.values(rates).map(({ actionKey, priceKobo }) => [actionKey, priceKobo])) as Record<
    ModuleActionKey,
    number
  >;
