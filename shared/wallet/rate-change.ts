import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { walletKeys } from './keys.ts';
import { type Rate, rateOf, standardRate } from './rates.ts';

/** A rate, and whether the table has a row for it. */
export interface RateState {
  readonly rate: Rate;
  readonly isStored: boolean;
}

const stateOf = (standard: Rate, item: Item | undefined): RateState => ({
  rate: rateOf(standard, item),
  isStored: item !== undefined,
});

/** Reads the rate of an action; undefined for an unknown action. */
export const findRate = async (table: ItemReader, actionKey: string): Promise<RateState | undefined> => {
  const standard = standardRate(actionKey);
  return standard && stateOf(standard, await table.get(walletKeys.rate(actionKey)));
};

/** The row of a rate, for transactions that read it first. */
export const rateRecord = ({ rate }: RateState): StoredRecord<RateState> => ({
  key: walletKeys.rate(rate.actionKey),
  from: (item) => stateOf(rate, item),
});

/** The write that changes a price; it refuses when the price has changed since it was read. */
export const changePrice = ({ rate, isStored }: RateState, priceKobo: number): WriteOperation => {
  const { actionKey } = rate;
  return update(walletKeys.rate(actionKey), {
    set: { actionKey, priceKobo },
    when: { priceKobo: isStored ? { equals: rate.priceKobo } : 'missing' },
  });
};
