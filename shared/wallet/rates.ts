import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { readBounded } from '#shared/db/lists/bounded-list';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { wholeNumber } from '#shared/platform/whole-number';
import { walletKeys, walletLists } from './keys.ts';

/** The price of one action (interface: Pricing rate). Prices are whole kobo; naira are derived for display. */
export interface Rate {
  readonly actionKey: string;
  readonly priceKobo: number;
  readonly description: string;
  readonly category: string;
}

const rate = (category: string, actionKey: string, priceKobo: number, description: string): Rate => ({
  actionKey,
  priceKobo,
  description,
  category,
});

/** Every charged action, with its price unless a row of the table overrides it. All other actions are free. */
export const DEFAULT_RATES: readonly Rate[] = [
  rate('onboarding', 'kyb_session_base', 50_000, 'Onboarding session of one applicant'),
  rate('verification', 'cac_verification', 20_000, 'Company registration (CAC) check'),
  rate('verification', 'tin_verification', 15_000, 'Tax identification number check'),
  rate('verification', 'bank_account_verification', 5_000, 'Bank account check'),
  rate('verification', 'address_verification', 500_000, 'Visit to a physical address'),
  rate('verification', 'utility_bill_verification', 15_000, 'Electricity meter check'),
  rate('people', 'directors_kyc', 20_000, 'Identity checks of the directors'),
  rate('people', 'ubo_verification', 30_000, 'Identity checks of the beneficial owners'),
  rate('people', 'shareholders_kyc', 20_000, 'Identity checks of the shareholders'),
  rate('screening', 'aml_screening', 25_000, 'Anti-money-laundering screening'),
  rate('screening', 'sanctions_screening', 10_000, 'Sanctions list screening'),
  rate('screening', 'pep_screening', 10_000, 'Politically exposed persons screening'),
  rate('screening', 'adverse_media_screening', 20_000, 'Adverse media screening'),
  rate('document', 'cac_status_report', 15_000, 'CAC status report check'),
  rate('document', 'memart_verification', 15_000, 'Memorandum and articles of association check'),
  rate('document', 'tax_clearance_verification', 15_000, 'Tax clearance certificate check'),
  rate('document', 'social_media_verification', 15_000, 'Website and social media check'),
  rate('document', 'scuml_verification', 15_000, 'SCUML certificate check'),
  rate('monitoring', 'vendor_monitoring_monthly', 100_000, 'Monitoring of one vendor for a month'),
  rate('chat', 'chat_per_1k_tokens', 10_000, 'Chat assistant, 1,000 tokens'),
];

const DEFAULTS: ReadonlyMap<string, Rate> = new Map(DEFAULT_RATES.map((entry) => [entry.actionKey, entry]));

/** The parts of a rate that an administrator can change. */
const storedRateSchema = v.object({
  actionKey: v.string(),
  priceKobo: wholeNumber,
  description: v.exactOptional(v.string()),
  category: v.exactOptional(v.string()),
});

/** The keys of all charged actions. */
export const ACTION_KEYS: readonly string[] = DEFAULT_RATES.map(({ actionKey }) => actionKey);

/** The default rate of an action; undefined for an unknown action. */
export const standardRate = (actionKey: string): Rate | undefined => DEFAULTS.get(actionKey);

/** The rate of an action: the default, changed by its row of the table if there is one. */
export const rateOf = (standard: Rate, item: Item | undefined): Rate =>
  item ? { ...standard, ...v.parse(storedRateSchema, item) } : standard;

/**
 * Reads the rate of one action: the table's row if there is one, else the default.
 *
 * @throws RangeError for an action without a rate: which actions are charged is fixed in the code.
 */
export const readRate = async (table: ItemReader, actionKey: string): Promise<Rate> => {
  const standard = standardRate(actionKey);
  if (!standard) throw new RangeError(`There is no rate for ${actionKey}`);
  return rateOf(standard, await table.get(walletKeys.rate(actionKey)));
};

/** Reads every current rate, in the order of the defaults, in one query. */
export const readRates = async (table: TableReader): Promise<readonly Rate[]> => {
  const bound = { most: 1_000, why: 'a closed list: one for each action that is charged' };
  const items = await readBounded(table, { partition: walletLists.rates }, bound);
  const rows = items.map((item) => v.parse(storedRateSchema, item));
  const stored = new Map(rows.map((row) => [row.actionKey, row]));
  return DEFAULT_RATES.map((standard) => ({ ...standard, ...stored.get(standard.actionKey) }));
};
